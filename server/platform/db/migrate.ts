import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations as migrateJobs } from 'graphile-worker';
import { Client } from 'pg';

export const MIGRATION_LOCK = 7_265_108;
const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Refuses a newer database, because this program could damage what a newer one wrote. @throws when the database has a migration that this
 * program does not know
 */
async function refuseNewer(client: Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`);
  if (!rows[0]?.exists) return;
  const known = readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis);
  const unknown = await client.query<{ made: string }>(
    `select to_char(to_timestamp(max(created_at) / 1000), 'YYYY-MM-DD') as made from drizzle.__drizzle_migrations
     where created_at <> all($1::bigint[]) having count(*) > 0`,
    [known],
  );
  const made = unknown.rows[0]?.made;
  if (made === undefined) return;
  throw new Error(
    `the database was changed by a newer version (a migration of ${made} is unknown here): start that version, or bring back the backup from before it.`,
  );
}

/** `newer`: the database has a migration that this program does not know; `older`: the next start migrates it. */
export type MigrationState = 'empty' | 'older' | 'current' | 'newer';

/** Compares the migrations of a database with those of this program. */
export async function readMigrationState(database: Pick<Client, 'query'>): Promise<MigrationState> {
  const found = await database.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`);
  if (!found.rows[0]?.exists) return 'empty';
  const { rows } = await database.query('select created_at::float8 as made from drizzle.__drizzle_migrations');
  const applied = new Set(rows.map(({ made }) => Number(made)));
  const known = new Set(readMigrationFiles({ migrationsFolder: folder }).map(({ folderMillis }) => folderMillis));
  if ([...applied].some((made) => !known.has(made))) return 'newer';
  return [...known].every((made) => applied.has(made)) ? 'current' : 'older';
}

/** Migrates tables and job tables, one process at a time: others wait for the lock and then have nothing to do. */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000, application_name: `rkali:${process.pid}` });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseNewer(client);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
    await migrateJobs({ connectionString: databaseUrl });
  } finally {
    await client.end();
  }
}
