import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import { runMigrations as migrateJobs } from 'graphile-worker';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

const MIGRATION_LOCK = 7_265_108;
const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Brings tables and job tables up to date, one process at a time: others wait for the lock and then find nothing to do. */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000, application_name: `rkali:${process.pid}` });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await applyMigrations(drizzle(client), { migrationsFolder: folder });
    await migrateJobs({ connectionString: databaseUrl });
  } finally {
    await client.end();
  }
}
