import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs, parseEnv } from 'node:util';
import { operatorCommand } from './operator-command.ts';
import { showProgress, writeBesideProgress } from './progress-line.ts';
import { oneUpdate, releaseAt, switchTo } from './update/place.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const SETTINGS = '/etc/rkali';
const FOR_ALL = ['backup', 'doctor', 'reconcile', 'update'];
/** They are about people or data of one club. */
const FOR_ONE = ['lift-ban', 'make-admin', 'reseal', 'restore', 'roles'];
const COMMANDS = [...FOR_ALL, ...FOR_ONE];

/** A club of this machine: `settings` is its file, and `folder` has its data and the link to its release. */
type Club = { name: string; settings: string; folder: string };
type Group = { base: string; clubs: Club[] };

/**
 * `npm run clubs -- doctor`: runs an operator's command for each club of this machine in turn, as the user of its folder. Each
 * `/etc/rkali/<club>.env` is a club. `--only club` leaves the others out. `update [version]` builds the release once, and ends at the first
 * club that does not open it.
 */
await operatorCommand('clubs', async () => {
  const { own, command, args } = readArguments(process.argv.slice(2));
  const group = findGroup(own);
  if (command === 'update') return oneUpdate(join(group.base, 'clubs-update.lock'), () => updateAll(group, args, own.only !== undefined));
  const failed: string[] = [];
  for (const [done, club] of group.clubs.entries()) {
    showProgress(`${command} of ${countText(group.clubs)}`, done, group.clubs.length);
    if (!(await run(club, command, args))) failed.push(club.name);
  }
  if (failed.length > 0) process.exitCode = 1;
  return failed.length > 0 ? `${command} failed for ${failed.join(', ')}.` : `${command}: ${countText(group.clubs)} done.`;
});

type Own = { only?: string | undefined; settings: string; clubs: string };

/** What stands behind the command's name is the command's own. */
function readArguments(given: string[]): { own: Own; command: string; args: string[] } {
  const at = given.findIndex((argument) => COMMANDS.includes(argument));
  const { values } = parseArgs({
    args: at < 0 ? given : given.slice(0, at),
    options: {
      only: { type: 'string' },
      settings: { type: 'string', default: SETTINGS },
      clubs: { type: 'string', default: join(baseOf(root), 'clubs') },
    },
  });
  const command = given[at];
  if (command === undefined) throw new Error(`name a command: ${COMMANDS.join(', ')}.`);
  if (FOR_ONE.includes(command) && values.only === undefined)
    throw new Error(`${command} is for one club: add --only and its name before it.`);
  return { own: values, command, args: given.slice(at + 1) };
}

/** Returns the folder with `releases/`, `current` and `clubs/`. */
function baseOf(program: string): string {
  const releases = dirname(resolve(program));
  return basename(releases) === 'releases' ? dirname(releases) : '/srv/rkali';
}

/** @throws one sentence if there is no club, or two have the same port, database or bucket */
function findGroup({ only, settings, clubs: folder }: Own): Group {
  const names = existsSync(settings) ? readdirSync(settings).filter((file) => file.endsWith('.env')) : [];
  const clubs = names.toSorted().map((file) => {
    const name = basename(file, '.env');
    return { name, settings: resolve(settings, file), folder: resolve(folder, name) };
  });
  for (const setting of ['PORT', 'DATABASE_URL', 'DATABASE_DIRECT_URL', 'STORAGE_URL'])
    for (const [value, same] of Map.groupBy(clubs, (club) => variablesOf(club)[setting]))
      if (value !== undefined && same.length > 1)
        throw new Error(`${same.map(({ name }) => name).join(' and ')} have the same ${setting}: give each club its own.`);
  const chosen = clubs.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0)
    throw new Error(only === undefined ? `${settings} has no file club.env.` : `there is no ${settings}/${only}.env.`);
  return { base: dirname(folder), clubs: chosen };
}

function variablesOf({ settings }: Club): NodeJS.Dict<string> {
  return parseEnv(readFileSync(settings, 'utf8'));
}

function countText({ length }: readonly Club[]): string {
  return length === 1 ? 'one club' : `${length} clubs`;
}

/** Runs a command of the release that the club runs. Returns false if it fails. */
function run(club: Club, command: string, args: readonly string[]): Promise<boolean> {
  const release = releaseAt(club.folder);
  if (release === undefined) {
    writeBesideProgress(process.stderr, `${club.name}: ${club.folder}/current leads to no version of the program, see docs/clubs.md\n`);
    return Promise.resolve(false);
  }
  const program = join(release, 'tools', `${command}.ts`);
  const own = {
    NODE_ENV: variablesOf(club)['NODE_ENV'] ?? 'production',
    SETTINGS_FILE: club.settings,
    DATA_DIR: join(club.folder, 'data'),
  };
  return runAs(club.folder, [program, ...args], { cwd: release, own, name: club.name });
}

type Options = { cwd: string; own?: NodeJS.ProcessEnv; name: string; onLine?: (line: string) => void };

/** Runs a Node program as the user of a folder, with none of our settings; its lines begin with the club's name. */
async function runAs(folder: string, args: string[], { cwd, own, name, onLine }: Options): Promise<boolean> {
  const { uid, gid } = statSync(folder);
  const user = process.getuid?.() === 0 ? { uid, gid } : {};
  const { PATH, TERM, LANG, TMPDIR } = process.env;
  const env = { PATH, TERM, LANG, TMPDIR, HOME: folder, ...own };
  const child = spawn(process.execPath, args, { cwd, env, ...user, stdio: ['inherit', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const show = (lines: Readable, stream: NodeJS.WriteStream): void => {
    createInterface({ input: lines }).on('line', (line) => {
      // The child's own progress: the group's line is enough.
      if (line === '' || line.startsWith('… ')) return;
      onLine?.(line);
      writeBesideProgress(stream, `${name}: ${line}\n`);
    });
  };
  show(child.stdout, process.stdout);
  show(child.stderr, process.stderr);
  const [code] = await ended;
  return code === 0;
}

/**
 * Builds the release once and opens it for one club after the other; ends at the first one that stays on the old release. Run again, it goes
 * on with the clubs that are left.
 */
async function updateAll({ base, clubs }: Group, args: string[], isPart: boolean): Promise<string> {
  const main = releaseAt(base);
  if (main === undefined) throw new Error(`${base}/current leads to no version of the program, see docs/clubs.md.`);
  showProgress('Building the new version');
  let release: string | undefined;
  const onLine = (line: string) => (release = /^Release (.+)$/.exec(line)?.[1] ?? release);
  const program = join(main, 'tools/update/build-for-group.ts');
  const file = join(base, '.env');
  const own = { NODE_ENV: 'production', ...(existsSync(file) ? { SETTINGS_FILE: file } : {}) };
  const options = { cwd: main, own, name: 'group', onLine };
  const isBuilt = await runAs(join(base, 'releases'), [program, JSON.stringify(releasesInUse(base)), ...args], options);
  if (!isBuilt) throw new Error('the new version was not built, and no club was touched.');
  if (release === undefined) return 'No club was updated.';
  const left = clubs.filter(({ folder }) => releaseAt(folder) !== release);
  for (const [done, club] of left.entries()) {
    showProgress(`update of ${countText(left)}`, done, left.length);
    if (await run(club, 'update', ['--built', release])) continue;
    const after = left.slice(done + 1).map(({ name }) => name);
    throw new Error(
      `${club.name} goes on with its old version.${after.length > 0 ? ` Not tried: ${after.join(', ')}.` : ''} Correct it, and run the update again.`,
    );
  }
  if (isPart) return `${clubs.map(({ name }) => name).join(', ')}: updated.`;
  switchTo({ base }, release);
  removeUnused(base, [release, main]);
  return `update: ${countText(clubs)} done.`;
}

/** Returns the releases of all clubs, also of one whose settings were set aside. */
function releasesInUse(base: string): string[] {
  return readdirSync(join(base, 'clubs')).flatMap((name) => releaseAt(join(base, 'clubs', name)) ?? []);
}

/** Keeps the releases that a club runs, and the one before. */
function removeUnused(base: string, kept: readonly string[]): void {
  const used = new Set([...kept, ...releasesInUse(base)]);
  for (const name of readdirSync(join(base, 'releases'))) {
    const release = join(base, 'releases', name);
    if (!used.has(release)) rmSync(release, { recursive: true, force: true });
  }
}
