import { readdirSync, realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Env, readEnv } from '#server/platform/config/env.ts';
import { operatorCommand } from './operator-command.ts';
import { clearProgress, showProgress } from './progress-line.ts';
import { oneAtATime, readMoment, readOthers, refuseBeside } from './update/fleet.ts';
import { type Copy, goBack } from './update/go-back.ts';
import { type Begun, endBegun, findInterrupted, IN_USE, writeBegun } from './update/interrupted.ts';
import { buildRelease, findNewer, newMigrations, packageOf, placeRelease } from './update/new-release.ts';
import { findPlace, type Place, switchTo, whileUpdating } from './update/place.ts';
import { endTrial, stopServer, tryRelease, untilOpen } from './update/running-server.ts';
import { findCopy, makeBackup } from './update/safe-copy.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (line: string): void => {
  clearProgress();
  console.log(line);
};

/**
 * `npm run update [-- version]`: replaces the running release by the newest or the named one and keeps the data. It is built beside the old
 * one and tried on a secret port; then `current` leads to it. If it fails, the old release goes on with all its data. `--built folder`
 * opens a release that is built already, for one club of a group.
 */
await operatorCommand('Nothing was updated', async () => {
  const { values, positionals } = parseArgs({ options: { built: { type: 'string' } }, allowPositionals: true });
  const env = readEnv(process.env);
  const place = findPlace(root, env);
  // First, because the release of an interrupted update may be placed anew. Refuses if another update runs.
  await whileUpdating(place, () => endTrial(place, env));
  if (values.built !== undefined) return open(place, values.built, env);
  const name = positionals[0] ?? findNewer(place);
  if (name === undefined) return `Version ${packageOf(place.release).version} runs, and there is no newer one.`;
  const { folder: release, verified } = placeRelease(place, name, env.updateSigners);
  say(verified);
  let opened: string;
  try {
    say(`Building ${release} …`);
    buildRelease(place, release);
    opened = await open(place, release, env);
  } catch (error) {
    // Not while it is in the place of the old one: an interruption of the way back leaves it there.
    if (realpathSync(join(place.base, 'current')) !== release) rmSync(release, { recursive: true, force: true });
    throw error;
  }
  removeOlder(place, release);
  return opened;
});

/** @throws when the old release goes on */
async function open(place: Place, release: string, env: Env): Promise<string> {
  await oneAtATime(env, () => putInPlace(place, release, env));
  const { version } = packageOf(release);
  // The new version is open, even if the database cannot be asked now.
  const others = await readOthers(env).catch(() => []);
  const behind = others.filter((machine) => machine.version !== version);
  const next = behind.length === 0 ? '' : ` Update next: ${behind.map((machine) => `${machine.name} (${machine.version})`).join(', ')}.`;
  return `Version ${version} is open. The one before stays in ${place.release}.${next}`;
}

/** @throws when the old release goes on */
async function putInPlace(place: Place, release: string, env: Env): Promise<void> {
  const undo = await whileUpdating(place, () => replace(place, release, env));
  if (undo) showProgress('Waiting until the new version is open');
  if (undo && !(await untilOpen(env))) {
    clearProgress();
    await whileUpdating(place, undo);
    throw new Error('the new version did not open at its address, see its log. The old one goes on with all its data.');
  }
  // The load balancer takes as long to notice that this machine is back, before the next one may leave.
  if (undo) await sleep(env.drainMs);
}

/** Returns the function that undoes it, or undefined if no server ran that a supervisor restarts. @throws when the old release goes on */
async function replace(place: Place, release: string, env: Env): Promise<(() => Promise<void>) | undefined> {
  const migrations = newMigrations(release, place.release);
  // Other machines write to the new tables, or have done so, so that nobody may go back to a copy: the old release works with them, too.
  const others = await readOthers(env);
  refuseBeside(others, release, migrations);
  const found = others.length === 0 ? await findInterrupted(place, env) : IN_USE;
  const mayGoBack = found !== IN_USE;
  const interrupted = found === IN_USE ? undefined : found;
  const isCopiedOpen = migrations.length === 0 || !mayGoBack;
  const copied = interrupted === undefined ? await makeCopy(place, env, isCopiedOpen) : await takeCopy(place, env, interrupted);
  const { wasOpen } = copied;
  const begun = { copy: copied.copy.name, at: copied.at, wasOpen };
  if (mayGoBack) writeBegun(place, begun);
  const isMigrated = mayGoBack && (migrations.length > 0 || interrupted !== undefined);
  const back = async (): Promise<void> => {
    if (isMigrated) say(await goBack(place, copied, env));
    endBegun(place);
  };
  say(migrations.length === 0 ? 'Trying the new version …' : `Trying the new version, with its migrations ${migrations.join(', ')} …`);
  showProgress('Trying the new version');
  const isOpen = await tryRelease(place, release, env);
  clearProgress();
  if (!isOpen) {
    await back();
    throw new Error('the new version did not open its first page, see above. The old one goes on with all its data.');
  }
  switchTo(place, release);
  // From now on visitors write, so going back to the copy would lose data.
  endBegun(place);
  if (!wasOpen) say('No server was running: start it now.');
  const undo = async (): Promise<void> => {
    await stopServer(env);
    if (isMigrated) keepNewData({ ...place, release });
    if (mayGoBack) writeBegun(place, begun);
    switchTo(place, place.release);
    await back();
  };
  return wasOpen ? undo : undefined;
}

type Copied = Copy & { wasOpen: boolean };

/** Saves the data; after the server stopped when the update may go back to the copy, because that must lose nothing. */
async function makeCopy(place: Place, env: Env, isOpen: boolean): Promise<Copied> {
  const copyWhileOpen = isOpen ? makeBackup(place) : undefined;
  const wasOpen = await stopServer(env);
  const at = await readMoment(env);
  const copy = copyWhileOpen ?? makeBackup(place);
  say(`The data from before is in ${copy.name}.`);
  return { copy, at, wasOpen };
}

/** Only a trial has written since: the running release does not open a database of a newer one. */
async function takeCopy(place: Place, env: Env, { copy, at, wasOpen }: Begun): Promise<Copied> {
  await stopServer(env);
  say(`An update was interrupted after its migrations. The data from before it is in ${copy}.`);
  return { copy: findCopy(place, copy), at, wasOpen };
}

/** Visitors may have used the new release although it did not answer at the checked address. */
function keepNewData(place: Place): void {
  try {
    say(`What was stored since the change is in ${makeBackup(place).name}.`);
  } catch (error) {
    say(`Saving what was stored since the change failed: ${String(error)}`);
  }
}

/** Keeps the release that runs and the previous one. */
function removeOlder({ base, release: before }: Place, release: string): void {
  const folder = join(base, 'releases');
  for (const name of readdirSync(folder)) {
    const old = join(folder, name);
    if (old !== before && old !== release) rmSync(old, { recursive: true, force: true });
  }
}
