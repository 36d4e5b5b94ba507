import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { JOB_MIGRATIONS } from '#server/platform/db/job-tables.ts';
import { lockWait, onPatientClient } from '#server/platform/db/lock-wait.ts';
import { MIGRATION_LOCK } from '#server/platform/db/lock-wait.ts';
import { type End, type SavedTable, tableKey } from './contents.ts';

/** The schemas with our data: our tables, and the job queue, which holds queued mails and refunds. */
const SCHEMAS = ['public', 'graphile_worker'];

/** Leaves out the tables in `public` that belong to another program's extension. */
const isOurs = (oid: string): string => `not exists (select from pg_depend d where d.objid = ${oid} and d.deptype = 'e')`;

/** Returns the tables with our data, by schema and name, without those that count migrations: a restore creates them. */
export async function findSavedTables(client: Client): Promise<SavedTable[]> {
  const { rows } = await client.query<SavedTable>(
    `select n.nspname as schema, c.relname as name, array(select a.attname::text from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = any($1) and c.oid is distinct from to_regclass($2) and ${isOurs('c.oid')} order by 1, 2`,
    [SCHEMAS, JOB_MIGRATIONS],
  );
  return rows;
}

/** Returns the bytes of these tables on disk, in their order. */
export async function readSizes(client: Client, tables: readonly SavedTable[]): Promise<number[]> {
  const names = tables.map((table) => quoted(client, table));
  const { rows } = await client.query<{ bytes: number }>(
    `select pg_table_size(name::regclass)::float8 as bytes from unnest($1::text[]) with ordinality as given (name, place) order by place`,
    [names],
  );
  return rows.map(({ bytes }) => bytes);
}

/** Returns the value of each sequence. Sequences belong to no snapshot: one that is read later is further ahead, which is safe. */
export async function readSequences(client: Client): Promise<End['sequences']> {
  const { rows } = await client.query<{ schema: string; name: string }>(
    `select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1) order by 1, 2`,
    [SCHEMAS],
  );
  const found: End['sequences'] = [];
  for (const { schema, name } of rows) {
    const { rows: read } = await client.query<{ value: string; isCalled: boolean }>(
      `select last_value as value, is_called as "isCalled" from ${quoted(client, { schema, name })}`,
    );
    if (read[0]) found.push({ schema, name, ...read[0] });
  }
  return found;
}

export async function setSequences(client: Client, sequences: End['sequences']): Promise<void> {
  for (const { value, isCalled, ...sequence } of sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [quoted(client, sequence), value, isCalled]);
  }
}

/** Locks the schema of all tables until the transaction ends; other transactions can read and write rows. */
export const lockTables = (client: Client, tables: readonly SavedTable[]): Promise<unknown> =>
  client.query(`lock table ${tables.map((table) => quoted(client, table)).join(', ')} in access share mode`);

const quoted = (client: Client, { schema, name }: Pick<SavedTable, 'schema' | 'name'>): string =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;

/** Returns `table (column, …)` for COPY. */
export const quotedWithColumns = (client: Client, table: SavedTable): string =>
  `${quoted(client, table)} (${table.columns.map((column) => client.escapeIdentifier(column)).join(', ')})`;

/** Returns true if the tables have rows, which a restore would lose. */
export async function hasRows(client: Client): Promise<boolean> {
  for (const table of await findSavedTables(client)) {
    if (table.schema !== 'public') continue;
    const { rows } = await client.query(`select from ${quoted(client, table)} limit 1`);
    if (rows.length > 0) return true;
  }
  return false;
}

/** Removes our tables, functions and types from `public`, and the list of migrations. */
export async function dropTables(client: Client): Promise<void> {
  for (const { schema, name } of await findSavedTables(client)) {
    if (schema === 'public') await client.query(`drop table ${quoted(client, { schema, name })} cascade`);
  }
  // Dropping one may drop others with it.
  await client.query(`
    do $$ declare id oid; begin
      for id in select oid from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'S' and ${isOurs('c.oid')} loop
        if exists (select from pg_class where oid = id) then execute format('drop sequence %s cascade', id::regclass); end if;
      end loop;
      for id in select oid from pg_proc p where pronamespace = 'public'::regnamespace and ${isOurs('p.oid')} loop
        if exists (select from pg_proc where oid = id) then execute format('drop routine %s cascade', id::regprocedure); end if;
      end loop;
      for id in select oid from pg_type t where typnamespace = 'public'::regnamespace and typtype in ('e', 'd') and ${isOurs('t.oid')} loop
        if exists (select from pg_type where oid = id) then execute format('drop type %s cascade', id::regtype); end if;
      end loop;
    end $$`);
  await client.query('drop table if exists drizzle.__drizzle_migrations');
}

type ForeignKey = { table: string; name: string; definition: string };

/** Removes and returns all foreign keys, so that tables can be loaded in any order. */
export async function dropForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(k.oid) as definition from pg_constraint k
     join pg_namespace n on n.oid = connamespace where contype = 'f' and n.nspname = any($1) order by 1, 2`,
    [SCHEMAS],
  );
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

/** Adds the foreign keys again; the database checks every row. */
export async function addForeignKeys(client: Client, keys: readonly ForeignKey[]): Promise<void> {
  for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${name} ${definition}`);
}

/** Empties tables and leaves their triggers off, which would refuse or derive rows that the backup already contains. */
export async function emptyTables(client: Client, tables: readonly SavedTable[]): Promise<void> {
  for (const table of tables) await client.query(`alter table ${quoted(client, table)} disable trigger user`);
  await client.query(`truncate ${tables.map((table) => quoted(client, table)).join(', ')} restart identity`);
}

export async function enableTriggers(client: Client, tables: readonly SavedTable[]): Promise<void> {
  for (const table of tables) await client.query(`alter table ${quoted(client, table)} enable trigger user`);
}

/** Returns the tables that are missing here, missing in the backup, or have other columns. */
export function differingTables(saved: readonly SavedTable[], here: readonly SavedTable[]): string[] {
  const linesOf = (tables: readonly SavedTable[]) => new Map(tables.map((table) => [tableKey(table), table.columns.toSorted().join()]));
  const [ours, theirs] = [linesOf(here), linesOf(saved)];
  return [...new Set([...ours.keys(), ...theirs.keys()])].filter((key) => ours.get(key) !== theirs.get(key));
}

const MARKED = 'drizzle.__drizzle_migrations';

/** Marks the database in the caller's transaction, and returns the mark: it exists only if the transaction commits. */
export async function markDatabase(client: Client): Promise<string> {
  const mark = `restored ${randomUUID()}`;
  await client.query(`comment on table ${MARKED} is '${mark}'`);
  return mark;
}

/** Returns the mark of the last restore of a database, after waiting for one that is running; undefined if there was none. */
export const readMark = (ownerUrl: string): Promise<string | undefined> =>
  onPatientClient(ownerUrl, lockWait, async (client) => {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const { rows } = await client.query<{ mark: string | null }>(`select obj_description(to_regclass($1), 'pg_class') as mark`, [MARKED]);
    return rows[0]?.mark ?? undefined;
  });
