import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { jobMigrationsOf } from '#server/platform/db/job-tables.ts';
import type { Place } from './place.ts';

const Package = z.object({ version: z.string(), scripts: z.record(z.string(), z.string()) });
const Journal = z.object({ entries: z.array(z.object({ tag: z.string() })) });

const read = (...path: string[]): unknown => JSON.parse(readFileSync(join(...path), 'utf8'));

export const packageOf = (release: string) => Package.parse(read(release, 'package.json'));

export const MIGRATIONS = 'server/platform/db/migrations';

const migrationsOf = (release: string): string[] =>
  Journal.parse(read(release, MIGRATIONS, 'meta/_journal.json')).entries.map(({ tag }) => tag);

/** Returns the migrations that a release with its packages adds to those of another one, for our tables and the job tables. */
export function newMigrations(release: string, before: string): string[] {
  const beyond = (all: string[], known: string[]) => all.filter((name) => !known.includes(name));
  return [
    ...beyond(migrationsOf(release), migrationsOf(before)),
    ...beyond(jobMigrationsOf(release), jobMigrationsOf(before)).map((name) => `jobs ${name}`),
  ];
}

const git = (folder: string, ...args: string[]): string => {
  try {
    return execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : '';
    throw new Error(`git ${args[0]} failed: ${said}`, { cause: error });
  }
};

/** Fetches the tags and returns the highest one of a version, such as `v1.2.0`, if it is higher than the version that runs. */
export function findNewer({ release }: Place): string | undefined {
  git(release, 'fetch', '--quiet', '--tags', 'origin');
  const newest = git(release, 'tag', '--list', '--sort=-version:refname')
    .split('\n')
    .find((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
  if (newest === undefined) return undefined;
  return newest.slice(1).localeCompare(packageOf(release).version, 'en', { numeric: true }) > 0 ? newest : undefined;
}

/**
 * Makes the folder of a new release without packages: from a tag, branch or commit of the cloned repository or from a folder. With
 * `signers`, one of them must have signed the tag. @throws when there is none, it already runs, or its signature is missing or by another
 * key
 */
export function placeRelease({ base, release }: Place, name: string, signers: string | undefined): Placed {
  if (existsSync(join(name, 'package.json')))
    return { folder: placeFolder(base, resolve(name)), verified: 'The program is a folder: nothing was verified.' };
  git(release, 'fetch', '--quiet', '--tags', 'origin');
  const commit = ['', 'origin/']
    .map((prefix) =>
      spawnSync('git', ['-C', release, 'rev-parse', '--verify', '--quiet', `${prefix}${name}^{commit}`], {
        encoding: 'utf8',
      }).stdout.trim(),
    )
    .findLast((found) => found !== '');
  if (commit === undefined) throw new Error(`there is no version ${name}.`);
  if (commit === git(release, 'rev-parse', 'HEAD')) throw new Error(`${name} runs already.`);
  const verified = verifyRelease(release, { name, commit, signers });
  const folder = freshFolder(base, name);
  git(base, 'clone', '--quiet', '--no-checkout', release, folder);
  git(folder, 'remote', 'set-url', 'origin', git(release, 'remote', 'get-url', 'origin'));
  git(folder, 'checkout', '--quiet', '--detach', commit);
  return { folder, verified };
}

/** `verified`: a sentence about the release's signature. */
type Placed = { folder: string; verified: string };

/**
 * Verifies the tag object, not its ref: a branch of that name is refused, and so is an older signed tag under this name, because the
 * signature covers the name.
 */
function verifyRelease(release: string, { name, commit, signers }: { name: string; commit: string; signers: string | undefined }): string {
  if (signers === undefined) return `The signature of ${name} was not verified: UPDATE_SIGNERS names no file of keys.`;
  if (!existsSync(signers)) throw new Error(`there is no file ${signers}: correct UPDATE_SIGNERS.`);
  const keys = ['-c', 'gpg.format=ssh', '-c', `gpg.ssh.allowedSignersFile=${resolve(signers)}`];
  const tag = `refs/tags/${name}`;
  const { status, stderr } = spawnSync('git', ['-C', release, ...keys, 'verify-tag', tag], { encoding: 'utf8' });
  const isOfTag = spawnSync('git', ['-C', release, 'rev-parse', `${tag}^{commit}`], { encoding: 'utf8' }).stdout.trim() === commit;
  const signedName = /^tag (.+)$/m.exec(spawnSync('git', ['-C', release, 'cat-file', 'tag', tag], { encoding: 'utf8' }).stdout)?.[1];
  if (status === 0 && isOfTag && signedName === name) return `The signature of ${name} is by a key of ${signers}.`;
  throw new Error(
    `${name} is no tag that a key of UPDATE_SIGNERS has signed: ${status === 0 ? `it is signed as ${signedName ?? 'another'}` : stderr.trim().split('\n').at(-1) || 'no signature'}.`,
  );
}

function placeFolder(base: string, source: string): string {
  const folder = freshFolder(base, `${packageOf(source).version}-${basename(source)}`);
  const left = new Set(['node_modules', 'dist', 'generated', 'data', '.cache', '.env'].map((name) => join(source, name)));
  cpSync(source, folder, { recursive: true, verbatimSymlinks: true, filter: (path) => !left.has(path) });
  return folder;
}

/** Returns the folder of a version. */
export const folderOf = ({ base }: Pick<Place, 'base'>, name: string): string => join(base, 'releases', name.replaceAll(/[^\w.-]/g, '-'));

/** Replaces the folder of an earlier attempt, unless it is the release that runs. */
function freshFolder(base: string, name: string): string {
  const folder = folderOf({ base }, name);
  if (existsSync(folder)) rmSync(folder, { recursive: true });
  return folder;
}

/**
 * Installs and builds a release while the old one runs. Takes over the packages of an equal package-lock.json and whatever is up to date
 * for the build. @throws when it does not succeed
 */
export function buildRelease({ base, release: before }: Place, release: string): void {
  const isSame = readFileSync(join(before, 'package-lock.json')).equals(readFileSync(join(release, 'package-lock.json')));
  const take = (name: string, way: '-al' | '-a') =>
    existsSync(join(before, name)) && takeOver(join(before, name), join(release, name), way);
  if (isSame) take('node_modules', '-al');
  take('dist', '-al');
  // Set-up writes into these files in place, so they are copied: the running release keeps its own.
  take('generated', '-a');
  if (existsSync(join(base, '.env'))) symlinkSync(join('..', '..', '.env'), join(release, '.env'));
  const env = { ...process.env, npm_lifecycle_event: 'build', npm_execpath: undefined };
  const { status } = spawnSync(process.execPath, [join(release, 'tools/ensure-ready.mjs'), '--build'], {
    cwd: release,
    env,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('the new version cannot be built.');
}

/** `-al` makes hard links where the system has them, for files that are replaced and never edited. */
function takeOver(from: string, to: string, way: '-al' | '-a'): void {
  if (spawnSync('cp', [way, from, to]).status === 0) return;
  rmSync(to, { recursive: true, force: true });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}
