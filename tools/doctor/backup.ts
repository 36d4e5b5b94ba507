import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findNightlyState, type NightlyState } from '#server/backoffice/backup/nightly.queries.ts';
import { BackupError, WrongPassphrase } from '#server/platform/backup/backup-error.ts';
import { backupFolder } from '#server/platform/backup/folder.ts';
import { readHeader } from '#server/platform/backup/header.ts';
import { findPassphrase } from '#server/platform/backup/passphrase.ts';
import { readMigrationState } from '#server/platform/db/migrate.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { fault, type Finding, leftOut, well } from './finding.ts';
import type { Site } from './site.ts';
import { rehearsalOr } from './rehearsal.ts';

const CHECK = 'backup';
const OLD_HOURS = 36;
/** The ending of a sealed backup; an unfinished one has another. */
const ENDING = '.age';
const ANOTHER = 'make another one: npm run backup';

type Newest = { name: string; file: string; bytes: number; hours: number };

/**
 * Checks that the newest backup in its folder is a recent one that opens and is complete, and that the site could restore its nightly one.
 */
export async function checkBackup(site: Site): Promise<Finding[]> {
  const folder = backupFolder(site.env);
  const state = await readState(site);
  const failed = state?.error
    ? [fault(CHECK, `the last nightly one failed: ${state.error}`, 'correct that; it is tried again the next day')]
    : [];
  const newest = await findNewest(folder);
  if (!newest) return [...failed, rehearsalOr(site, CHECK, `there is none in ${folder}`, 'see docs/operations.md, Backup')];
  const found = [...failed, ...(await judge(site, newest, state))];
  if (newest.hours > OLD_HOURS)
    found.push(
      fault(
        CHECK,
        `the newest one is ${newest.hours} hours old`,
        'see why the last ones were not made: alerts in the console, and the log',
      ),
    );
  const faults = found.filter(({ state: each }) => each === 'fault');
  if (faults.length > 0) return faults;
  const isTried = state?.fileName === newest.name;
  return [...found, well(CHECK, `the newest one is ${newest.hours} hours old${isTried ? ', and was restored for a check' : ''}`)];
}

/** Returns the state of the nightly backups as the site stored it. */
const readState = async ({ ctx }: Site): Promise<NightlyState | undefined> =>
  ctx && (await readMigrationState(ctx.database.pool)) === 'current' ? findNightlyState(ctx.db) : undefined;

async function findNewest(folder: string): Promise<Newest | undefined> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(ENDING));
  const files = await Promise.all(names.map(async (name) => ({ name, ...(await timeAndSize(join(folder, name))) })));
  const [newest] = files.toSorted((one, other) => other.mtimeMs - one.mtimeMs);
  if (!newest) return undefined;
  const { name, size, mtimeMs } = newest;
  return { name, file: join(folder, name), bytes: size, hours: Math.floor((Date.now() - mtimeMs) / HOUR_MS) };
}

async function timeAndSize(file: string): Promise<{ mtimeMs: number; size: number }> {
  const { mtimeMs, size } = await stat(file);
  return { mtimeMs, size };
}

/** Opens the header with the site's passphrase, and compares the size with the one stored when the site could restore the backup. */
async function judge({ env }: Site, { name, file, bytes }: Newest, state: NightlyState | undefined): Promise<Finding[]> {
  const passphrase = findPassphrase(env);
  try {
    await readHeader(file, passphrase === undefined ? [] : [passphrase]);
    if (state?.fileName !== name || state.bytes === null || state.bytes === bytes) return [];
    return [fault(CHECK, `${name} has ${bytes} bytes, and had ${state.bytes} when it was made`, ANOTHER)];
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    if (!(error instanceof WrongPassphrase)) return [fault(CHECK, error.message, ANOTHER)];
    // A backup made by hand may have another passphrase.
    if (passphrase === undefined || !name.startsWith('nightly-')) return [leftOut(CHECK, `${name} has a passphrase that is not here`)];
    return [fault(CHECK, `the passphrase of the site does not open ${name}`, 'find the one it was made with, and see BACKUP_PASSPHRASE')];
  }
}
