import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations as migrateJobs } from 'graphile-worker';
import { type Client, Pool } from 'pg';
import type { Env } from '#server/platform/config/env.ts';
import { isBeforeBaseline } from './before-baseline.ts';
import { isUpdateBegun } from './begun-update.ts';
import { reportLostConnections } from './client.ts';
import { postgresCode } from './database-failure.ts';
import { poolTo } from './hosts.ts';
import { fitsTables, refuseNewJobs, refuseUnfit } from './fitting-versions.ts';
import { connectNamed, findProcesses, type LockWait, lockWait, MIGRATION_LOCK, onPatientClient } from './lock-wait.ts';
import { findMachines, machineName, noteMachine } from './machines.ts';
import { appliedMigrations, dueMigrations, knownMigrations, migrateInTransaction } from './migrate-in-transaction.ts';
import { jobTablesOf, readJobTables } from './job-tables.ts';
import { grantRights } from './rights.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
const LOOKS = 10;
const LOOK_PAUSE_MS = 200;
const folder = fileURLToPath(new URL('./migrations', import.meta.url));
const program = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * The state of a database. `before-baseline`: from commit 7349505b or later, before 1.0; the next start migrates it, as it does `older`.
 * `too-old`: from before that commit. `newer`: it has a migration that this program does not know.
 */
export type MigrationState = 'empty' | 'too-old' | 'before-baseline' | 'older' | 'current' | 'newer';

/** Returns the state of a database with these migrations; their numbers are when they were made, in milliseconds. */
export function migrationState(applied: readonly number[]): MigrationState {
  const known = knownMigrations();
  const [baseline = 0] = known;
  if (applied.length === 0) return 'empty';
  if (isBeforeBaseline(applied)) return 'before-baseline';
  const unknown = applied.filter((made) => !known.includes(made));
  if (unknown.length > 0) return unknown.some((made) => made > baseline) ? 'newer' : 'too-old';
  return known.length === applied.length ? 'current' : 'older';
}

/** Compares the migrations of a database with those of this program. */
export const readMigrationState = async (client: Pick<Client, 'query'>): Promise<MigrationState> =>
  migrationState(await appliedMigrations(client));

/** What an operator does with a database of before 7349505b, or with a backup of it. */
export const TOO_OLD = 'of a version that this one cannot bring over: start commit 7349505b with it once, then this one';

/** The settings of the server that starts; an operator's command is none. */
type Starting = Pick<Env, 'port' | 'processes' | 'dataDir'> | undefined;

/**
 * Migrates the tables; what other machines still use is not removed. A newer database is refused, because this program could damage it; but
 * a server may start if its version still fits, as another machine may be updated first. Tables from before 1.0 are renamed only while no
 * server has them open. Returns true if the tables are of this program. @throws one sentence when nothing may be changed
 */
async function migrateTables(client: Client, server: Starting): Promise<boolean> {
  const applied = await appliedMigrations(client);
  const state = migrationState(applied);
  if (state === 'too-old') throw new Error(`the database is ${TOO_OLD}.`);
  if (state === 'newer' && server && (await fitsTables(client))) {
    if (isUpdateBegun(server)) throw new Error('an update was interrupted after its migrations: run npm run update again.');
    return false;
  }
  if (state === 'newer') {
    const latest = new Date(Math.max(...applied)).toISOString().slice(0, 10);
    throw new Error(
      `the database was changed by a newer version (a migration of ${latest} is unknown here): start that version, or bring back the backup from before it.`,
    );
  }
  const machines = (await findMachines(client)).filter(({ name }) => !server || name !== machineName(server));
  if ((await readJobTables(client)) < jobTablesOf(program)) refuseNewJobs(machines);
  if (state === 'before-baseline') await upgradeTables(client);
  else if (state !== 'current') {
    refuseUnfit(dueMigrations(applied), machines);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
  }
  return true;
}

async function upgradeTables(client: Client): Promise<void> {
  let processes = await findProcesses(client);
  // A start at the same moment is seen before it waits for its turn.
  for (let looks = 1; processes.length > 0 && looks < LOOKS; looks += 1) {
    await sleep(LOOK_PAUSE_MS);
    processes = await findProcesses(client);
  }
  if (processes.length > 0) {
    throw new Error(`the tables get other names, but process ${processes.join(', ')} of this program uses them: stop it first.`);
  }
  await client.query('begin');
  await migrateInTransaction(client);
  await client.query('commit');
}

/**
 * Migrates tables and job tables as their owner, then gives the server's user its rights (rights.ts) if it is another one. One process at a
 * time: others wait for the lock, report it, and find nothing to do. A `server` that starts is noted before the next one may migrate.
 * @throws one sentence when the owner's user may not migrate
 */
export async function migrate(
  ownerUrl: string,
  appUrl: string = ownerUrl,
  { server, wait = lockWait }: { server?: Starting; wait?: LockWait } = {},
): Promise<void> {
  try {
    await onPatientClient(ownerUrl, wait, async (client) => {
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      // The rights that a newer program has given must stay.
      if (await migrateTables(client, server)) {
        await migrateJobTables(ownerUrl);
        if (appUrl !== ownerUrl) await grantRights(client, await userOf(appUrl));
      }
      if (server) await noteMachine(client, server);
    });
  } catch (error) {
    if (postgresCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Error('the database must be changed by the owner of its tables: name that user in DATABASE_OWNER_URL.', { cause: error });
  }
}

async function migrateJobTables(ownerUrl: string): Promise<void> {
  const pgPool = new Pool({ ...poolTo(ownerUrl), max: 1 });
  reportLostConnections(pgPool, () => undefined);
  try {
    await migrateJobs({ pgPool });
  } finally {
    await pgPool.end();
  }
}

/** Returns the user of a connection; asks the server, because the user may be missing in the address. */
export async function userOf(url: string): Promise<string> {
  const client = await connectNamed(url);
  try {
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    return rows[0]?.name ?? '';
  } finally {
    await client.end();
  }
}
