import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';
import { placeRelease } from './new-release.ts';

/** Creates a repository with tags signed by one key, by another key and not at all, a clone of it, and the club's keys. */
function openRepository() {
  const folder = createTestFolder();
  const keyOf = (name: string): string => {
    const file = join(folder, name);
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', file]);
    return file;
  };
  const [ours, theirs] = [keyOf('ours'), keyOf('theirs')];
  const origin = join(folder, 'origin');
  const git = (where: string, ...args: string[]) =>
    execFileSync('git', ['-C', where, '-c', 'user.name=Test', '-c', 'user.email=t@example.com', '-c', 'gpg.format=ssh', ...args]);
  mkdirSync(origin);
  git(origin, 'init', '--quiet', '--initial-branch=main');
  const release = join(folder, 'releases', 'first');
  const commit = (text: string): void => {
    writeFileSync(join(origin, 'text'), text);
    git(origin, 'add', '--all');
    git(origin, 'commit', '--quiet', '--message', text);
  };
  commit('first');
  execFileSync('git', ['clone', '--quiet', origin, release]);
  commit('second');
  git(origin, '-c', `user.signingKey=${ours}.pub`, 'tag', '--sign', '--message', 'ours', 'v0.2.0');
  git(origin, '-c', `user.signingKey=${theirs}.pub`, 'tag', '--sign', '--message', 'theirs', 'v0.3.0');
  git(origin, 'tag', 'v0.4.0');
  // A branch with the name of a signed tag and another commit.
  git(origin, 'checkout', '--quiet', '-b', 'v0.2.0-branch');
  const signers = join(folder, 'signers');
  writeFileSync(signers, `club namespaces="git" ${readFileSync(`${ours}.pub`, 'utf8')}`);
  return {
    place: { base: folder, release },
    signers,
    folder,
    branchOff: () => (commit('evil'), git(origin, 'branch', 'v0.2.0')),
    rename: (from: string, to: string) => git(origin, 'update-ref', `refs/tags/${to}`, `refs/tags/${from}`),
  };
}

test('with keys only a tag that one of them has signed is installed, and without keys it says that nothing was verified', () => {
  const { place, signers, folder } = openRepository();
  const placed = placeRelease(place, 'v0.2.0', signers);
  expect(placed.verified).toBe(`The signature of v0.2.0 is by a key of ${signers}.`);
  expect(readFileSync(join(placed.folder, 'text'), 'utf8')).toBe('second');
  for (const name of ['v0.3.0', 'v0.4.0', undefined, 'main'])
    expect(() => placeRelease(place, name, signers), name ?? 'the highest').toThrow(/is no tag that a key of UPDATE_SIGNERS has signed/);
  expect(existsSync(join(folder, 'releases', 'v0.4.0'))).toBe(false);
  expect(() => placeRelease(place, 'v0.2.0', join(folder, 'nothing'))).toThrow('correct UPDATE_SIGNERS');
  expect(placeRelease(place, undefined, undefined).verified).toContain('The signature of v0.4.0 was not verified');
});

test('a branch with the name of a signed tag is not installed in its place', () => {
  const { place, signers, branchOff } = openRepository();
  branchOff();
  expect(() => placeRelease(place, 'v0.2.0', signers)).toThrow(/is no tag that a key of UPDATE_SIGNERS has signed/);
});

test('an older signed tag under the name of a newer one is not installed', () => {
  const { place, signers, rename } = openRepository();
  rename('v0.2.0', 'v0.9.0');
  expect(() => placeRelease(place, 'v0.9.0', signers)).toThrow(
    /is no tag that a key of UPDATE_SIGNERS has signed: it is signed as v0\.2\.0/,
  );
});
