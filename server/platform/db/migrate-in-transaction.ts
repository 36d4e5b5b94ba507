import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Client } from 'pg';
import { isBeforeBaseline, upgradeToBaseline } from './before-baseline.ts';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Returns when each migration of this program was made, in milliseconds, oldest first: their numbers in the database. */
export const knownMigrations = (): number[] =>
  readMigrationFiles({ migrationsFolder: folder })
    .map(({ folderMillis }) => folderMillis)
    .toSorted((one, other) => one - other);

/** Returns the numbers of a database's migrations, oldest first; none for an empty one. */
export async function appliedMigrations(client: Pick<Client, 'query'>): Promise<number[]> {
  const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`);
  if (!rows[0]?.exists) return [];
  const applied = await client.query<{ made: string }>('select created_at as made from drizzle.__drizzle_migrations order by created_at');
  return applied.rows.map(({ made }) => Number(made));
}

/** Returns the migrations that the program adds to these of a database, oldest first. */
export const dueMigrations = (applied: readonly number[]): { name: string; sql: string }[] =>
  readMigrationFiles({ migrationsFolder: folder })
    .filter(({ folderMillis }) => !applied.includes(folderMillis))
    .map(({ folderMillis, sql }) => ({ name: `of ${new Date(folderMillis).toISOString().slice(0, 10)}`, sql: sql.join('\n') }));

/** Creates the empty table of applied migrations if it is missing, as the library does. */
export async function createMigrationTable(client: Client): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
}

/**
 * Applies the missing migrations up to this number, or all, in the caller's transaction; tables from before the baseline are upgraded to
 * it. The library itself always commits, and cannot stop before the newest.
 */
export async function migrateInTransaction(client: Client, until = Infinity): Promise<void> {
  await createMigrationTable(client);
  const before = await appliedMigrations(client);
  if (isBeforeBaseline(before)) await upgradeToBaseline(client, before, folder);
  const newest = (await appliedMigrations(client)).at(-1) ?? 0;
  const due = readMigrationFiles({ migrationsFolder: folder }).filter(({ folderMillis }) => folderMillis > newest && folderMillis <= until);
  for (const { sql, hash, folderMillis } of due) {
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [hash, folderMillis]);
  }
}
