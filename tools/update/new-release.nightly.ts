import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';
import { findNewer, placeRelease } from './new-release.ts';

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
  writeFileSync(join(origin, 'package.json'), JSON.stringify({ version: '1.9.0', scripts: {} }));
  const release = join(folder, 'releases', 'first');
  const commit = (text: string): void => {
    writeFileSync(join(origin, 'text'), text);
    git(origin, 'add', '--all');
    git(origin, 'commit', '--quiet', '--message', text);
  };
  commit('first');
  execFileSync('git', ['clone', '--quiet', origin, release]);
  commit('second');
  git(origin, '-c', `user.signingKey=${ours}.pub`, 'tag', '--sign', '--message', 'ours', 'v1.10.0');
  git(origin, '-c', `user.signingKey=${theirs}.pub`, 'tag', '--sign', '--message', 'theirs', 'v1.11.0');
  git(origin, 'tag', 'v1.12.0');
  // A branch with the name of a signed tag and another commit.
  git(origin, 'checkout', '--quiet', '-b', 'v1.10.0-branch');
  const signers = join(folder, 'signers');
  writeFileSync(signers, `club namespaces="git" ${readFileSync(`${ours}.pub`, 'utf8')}`);
  return {
    place: { base: folder, release },
    signers,
    folder,
    branchOff: () => (commit('evil'), git(origin, 'branch', 'v1.10.0')),
    tag: (name: string) => git(origin, 'tag', name),
    untag: () => git(origin, 'tag', '--delete', 'v1.10.0', 'v1.11.0', 'v1.12.0'),
    rename: (from: string, to: string) => git(origin, 'update-ref', `refs/tags/${to}`, `refs/tags/${from}`),
  };
}

test('with keys only a tag that one of them has signed is installed, and without keys it says that nothing was verified', () => {
  const { place, signers, folder } = openRepository();
  const placed = placeRelease(place, 'v1.10.0', signers);
  expect(placed.verified).toBe(`The signature of v1.10.0 is by a key of ${signers}.`);
  expect(readFileSync(join(placed.folder, 'text'), 'utf8')).toBe('second');
  for (const name of ['v1.11.0', 'v1.12.0', 'main'])
    expect(() => placeRelease(place, name, signers), name).toThrow(/is no tag that a key of UPDATE_SIGNERS has signed/);
  expect(existsSync(join(folder, 'releases', 'v1.12.0'))).toBe(false);
  expect(() => placeRelease(place, 'v1.10.0', join(folder, 'nothing'))).toThrow('correct UPDATE_SIGNERS');
  expect(placeRelease(place, 'v1.12.0', undefined).verified).toContain('The signature of v1.12.0 was not verified');
});

test('a branch with the name of a signed tag is not installed in its place', () => {
  const { place, signers, branchOff } = openRepository();
  branchOff();
  expect(() => placeRelease(place, 'v1.10.0', signers)).toThrow(/is no tag that a key of UPDATE_SIGNERS has signed/);
});

test('an older signed tag under the name of a newer one is not installed', () => {
  const { place, signers, rename } = openRepository();
  rename('v1.10.0', 'v1.20.0');
  expect(() => placeRelease(place, 'v1.20.0', signers)).toThrow(
    /is no tag that a key of UPDATE_SIGNERS has signed: it is signed as v1\.10\.0/,
  );
});

test('an update takes the highest version of the repository, and none that is not higher than the one that runs', () => {
  const { place, tag } = openRepository();
  // By number, not by letter, and neither a candidate nor another tag.
  for (const name of ['v1.9.1', 'v2.0.0-rc.1', 'verified', 'v1.8.0']) tag(name);
  expect(findNewer(place)).toBe('v1.12.0');
  const running = (version: string) => writeFileSync(join(place.release, 'package.json'), JSON.stringify({ version, scripts: {} }));
  running('1.12.0');
  expect(findNewer(place)).toBeUndefined();
  running('1.13.0');
  expect(findNewer(place)).toBeUndefined();
  running('1.2.0');
  expect(findNewer(place)).toBe('v1.12.0');
});

test('a repository without a version has none that is newer', () => {
  const { place, untag } = openRepository();
  untag();
  expect(findNewer(place)).toBeUndefined();
});
