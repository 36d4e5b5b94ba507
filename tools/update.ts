import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Env, readEnv } from '#server/platform/config/env.ts';
import { operatorCommand } from './operator-command.ts';
import { buildRelease, newMigrations, packageOf, placeRelease } from './update/new-release.ts';
import { findPlace, type Place, switchTo, whileUpdating } from './update/place.ts';
import { stopServer, tryRelease, untilOpen } from './update/running-server.ts';
import { canMakeBackup, copyDatabase, makeBackup, type SafeCopy } from './update/safe-copy.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const say = (line: string): void => console.log(line);

/**
 * `npm run update [-- version]`: another release takes the place of the one that runs, with the data. It is built beside it, tried at a
 * port that nobody knows, and then `current` leads to it. When it fails, the old one goes on with everything it had.
 */
await operatorCommand('Nothing was updated', async () => {
  const env = readEnv(process.env);
  const place = findPlace(root);
  const release = placeRelease(place, process.argv[2]);
  try {
    say(`Building ${release} …`);
    buildRelease(place, release);
    const undo = await whileUpdating(place, () => replace(place, release, env));
    if (undo && !(await untilOpen(env))) {
      await whileUpdating(place, undo);
      throw new Error('the new version did not open at its address, see its log. The old one goes on with all its data.');
    }
  } catch (error) {
    rmSync(release, { recursive: true, force: true });
    throw error;
  }
  removeOlder(place, release);
  return `Version ${packageOf(release).version} is open. The one before stays in ${place.release}.`;
});

/** Returns what takes it back, or undefined when no server ran that a supervisor starts again. @throws when the old release goes on */
async function replace(place: Place, release: string, env: Env): Promise<(() => Promise<void>) | undefined> {
  const migrations = newMigrations(release, place.release);
  // Going back to a copy from before the migrations must lose nothing, so it is made when nobody writes any more.
  const copyWhileOpen = migrations.length === 0 && canMakeBackup(place) ? makeBackup(place) : undefined;
  const wasOpen = await stopServer(env);
  const copy = copyWhileOpen ?? (canMakeBackup(place) ? makeBackup(place) : await copyDatabase(place, env));
  say(`The data from before is in ${copy.name}.`);
  say(migrations.length === 0 ? 'Trying the new version …' : `Trying the new version, with its migrations ${migrations.join(', ')} …`);
  if (!(await tryRelease(release))) {
    goBack(copy, migrations);
    throw new Error('the new version did not open its first page, see above. The old one goes on with all its data.');
  }
  switchTo(place, release);
  if (!wasOpen) say('No server was running: start it now.');
  const undo = async (): Promise<void> => {
    await stopServer(env);
    if (migrations.length > 0) keepNewData({ ...place, release });
    switchTo(place, place.release);
    goBack(copy, migrations);
  };
  return wasOpen ? undo : undefined;
}

/** Visitors may have used the new release although it did not open at the address that was looked at. */
function keepNewData(place: Place): void {
  try {
    say(`What was stored since the change is in ${makeBackup(place).name}.`);
  } catch (error) {
    say(`What was stored since the change could not be saved: ${String(error)}`);
  }
}

/** The old release refuses a database that a newer one has migrated. */
function goBack(copy: SafeCopy, migrations: readonly string[]): void {
  if (migrations.length === 0) return;
  say(`Going back to ${copy.name} …`);
  copy.bringBack();
}

/** Keeps the release that runs and the one before it. */
function removeOlder({ base, release: before }: Place, release: string): void {
  const folder = join(base, 'releases');
  for (const name of readdirSync(folder)) {
    const old = join(folder, name);
    if (old !== before && old !== release) rmSync(old, { recursive: true, force: true });
  }
}
