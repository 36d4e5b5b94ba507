import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations as migrateJobs } from 'graphile-worker';
import type { Client } from 'pg';
import { isBeforeBaseline } from './before-baseline.ts';
import { postgresCode } from './database-failure.ts';
import { connectNamed, lockWait, onPatientClient } from './lock-wait.ts';
import { appliedMigrations } from './migrate-in-transaction.ts';
import { grantRights } from './rights.ts';

export const MIGRATION_LOCK = 7_265_108;
const INSUFFICIENT_PRIVILEGE = '42501';
const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Compares the database with the migrations of this program; returns true if some are missing. A newer database is refused, because this
 * program could damage what a newer one wrote. @throws when the database has a migration that this program does not know
 */
async function hasPending(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`);
  if (!rows[0]?.exists) return true;
  const known = readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis);
  if (isBeforeBaseline(await appliedMigrations(client)))
    throw new Error('the database is of a version before 1.0: run npm run upgrade-database once.');
  const { rows: done } = await client.query<{ unknown: string | null; latest: string | null }>(
    `select to_char(to_timestamp(max(created_at) filter (where created_at <> all($1::bigint[])) / 1000), 'YYYY-MM-DD') as unknown,
       max(created_at) as latest from drizzle.__drizzle_migrations`,
    [known],
  );
  const { unknown, latest } = done[0] ?? { unknown: null, latest: null };
  if (unknown === null) return latest === null || Number(latest) < Math.max(...known);
  throw new Error(
    `the database was changed by a newer version (a migration of ${unknown} is unknown here): start that version, or bring back the backup from before it.`,
  );
}

/**
 * `newer`: the database has a migration that this program does not know; `older`: the next start migrates it; `before-baseline`: `npm run
 * upgrade-database` does.
 */
export type MigrationState = 'empty' | 'before-baseline' | 'older' | 'current' | 'newer';

/** Compares the migrations of a database with those of this program. */
export async function readMigrationState(database: Pick<Client, 'query'>): Promise<MigrationState> {
  const found = await database.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`);
  if (!found.rows[0]?.exists) return 'empty';
  const { rows } = await database.query('select created_at::float8 as made from drizzle.__drizzle_migrations');
  const applied = new Set(rows.map(({ made }) => Number(made)));
  const known = new Set(readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis));
  if (isBeforeBaseline([...applied])) return 'before-baseline';
  if ([...applied].some((made) => !known.has(made))) return 'newer';
  return [...known].every((made) => applied.has(made)) ? 'current' : 'older';
}

/**
 * Migrates tables and job tables as their owner, then gives the server's user its rights (rights.ts) if it is another one. One process at a
 * time: others wait for the lock, say so, and then have nothing to do. @throws one sentence when the owner's user may not migrate
 */
export async function migrate(ownerUrl: string, appUrl: string = ownerUrl, wait = lockWait): Promise<void> {
  try {
    await onPatientClient(ownerUrl, wait, async (client) => {
      await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
      if (await hasPending(client)) await applyMigrations(drizzle(client), { migrationsFolder: folder });
      await migrateJobs({ connectionString: ownerUrl });
      if (appUrl !== ownerUrl) await grantRights(client, await userOf(appUrl));
    });
  } catch (error) {
    if (postgresCode(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new Error('the database must be changed by the owner of its tables: name that user in DATABASE_OWNER_URL.', { cause: error });
  }
}

/** Asks the server, because an address may leave out the user. */
async function userOf(url: string): Promise<string> {
  const client = await connectNamed(url);
  try {
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    return rows[0]?.name ?? '';
  } finally {
    await client.end();
  }
}
