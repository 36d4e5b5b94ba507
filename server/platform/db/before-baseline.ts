import { readFileSync } from 'node:fs';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client } from 'pg';

/** Migrations before the baseline are identified by the number stored in the database: when they were made, in milliseconds. */
const SCHEMA = { made: 1_795_798_403_005, file: 'schema-0068.sql' };
const STEPS = [
  { made: 1_795_923_225_053, file: '0069_mailed_tickets_of_lists.sql' },
  { made: 1_795_931_556_995, file: '0070_email_change_waits.sql' },
];
const NAMES = '0071_names.sql';

const statementsOf = (file: string): string => readFileSync(new URL(`./before-baseline/${file}`, import.meta.url), 'utf8');

/** Returns true for the migrations of a database that `upgradeToBaseline` can upgrade: those of commit 7349505b and later. */
export const isBeforeBaseline = (applied: readonly number[]): boolean => applied.includes(SCHEMA.made);

/** Creates the empty tables of a database with these migrations, in the caller's transaction, so that a backup of it can be loaded. */
export async function createTablesBeforeBaseline(client: Client, applied: readonly number[]): Promise<void> {
  for (const { made, file } of [SCHEMA, ...STEPS].filter((step) => applied.includes(step.made))) {
    await client.query(statementsOf(file));
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [file, made]);
  }
}

/** Upgrades tables and rows from before the baseline to those of the baseline, in the caller's transaction. */
export async function upgradeToBaseline(client: Client, applied: readonly number[], migrationsFolder: string): Promise<void> {
  for (const { made, file } of STEPS) if (!applied.includes(made)) await client.query(statementsOf(file));
  await client.query(statementsOf(NAMES));
  const [baseline] = readMigrationFiles({ migrationsFolder });
  if (!baseline) throw new Error('There is no baseline.');
  await client.query('delete from drizzle.__drizzle_migrations');
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [baseline.hash, baseline.folderMillis]);
}
