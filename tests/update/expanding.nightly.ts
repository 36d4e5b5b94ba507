import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import type { Client } from 'pg';
import { expect, test } from 'vitest';
import { connectToPresent, connectToReleased, laterMigrations, migrations } from './released-database.ts';
import { released } from './released.ts';

/** New checks and unique keys on columns that the previous release writes, each with the reason why it never writes what they refuse. */
const EXCUSED: Record<string, string> = {
  'tickets.tickets_one_claimed': 'it concerns claimed tickets alone, and a release without claims writes none',
};

type Column = { place: string; type: string; isNullable: boolean; needsValue: boolean };
type Rule = { table: string; definition: string; columns: string[] };
type Schema = { columns: Map<string, Column>; rules: Map<string, Rule> };

async function readSchema(client: Client): Promise<Schema> {
  const columns = await client.query<Column>(`
    select c.table_name || '.' || c.column_name as place, c.udt_name as type, c.is_nullable = 'YES' as "isNullable",
      c.is_nullable = 'NO' and c.column_default is null and c.is_generated = 'NEVER' and c.is_identity = 'NO' as "needsValue"
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'`);
  const constraints = await client.query<Rule & { name: string }>(`
    select r.relname || '.' || c.conname as name, r.relname as "table", pg_get_constraintdef(c.oid) as definition,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns
    from pg_constraint c join pg_class r on r.oid = c.conrelid where c.connamespace = 'public'::regnamespace and c.contype in ('c', 'u', 'x', 'f')
    union all
    select r.relname || '.' || i.relname, r.relname, pg_get_indexdef(x.indexrelid),
      array(select a.attname::text from pg_attribute a where a.attrelid = x.indrelid and a.attnum = any(x.indkey::int2[]))
    from pg_index x join pg_class r on r.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
    where x.indisunique and not x.indisprimary and r.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint c where c.conindid = x.indexrelid)`);
  return {
    columns: new Map(columns.rows.map((column) => [column.place, column])),
    rules: new Map(constraints.rows.map(({ name, ...rule }) => [name, rule])),
  };
}

/** Returns what a release that knows only the old schema could no longer do. */
function breaksIn(old: Schema, now: Schema): string[] {
  const lost = [...old.columns.values()].flatMap(({ place, type, isNullable }) => {
    const kept = now.columns.get(place);
    if (!kept) return [`${place} is gone`];
    if (kept.type !== type) return [`${place} was ${type} and is ${kept.type}`];
    return isNullable && !kept.isNullable ? [`${place} may no longer be empty`] : [];
  });
  const tables = new Set([...old.columns.keys()].map((place) => place.split('.')[0]));
  const demanded = [...now.columns.values()].filter(
    ({ place, needsValue }) => needsValue && !old.columns.has(place) && tables.has(place.split('.')[0]),
  );
  const stricter = [...now.rules].filter(([name, { table, definition, columns }]) => {
    const concernsOld = tables.has(table) && columns.some((column) => old.columns.has(`${table}.${column}`));
    return concernsOld && old.rules.get(name)?.definition !== definition && !(name in EXCUSED);
  });
  return [...lost, ...demanded.map(({ place }) => `${place} needs a value`), ...stricter.map(([name]) => `${name} is a new rule`)];
}

test.skipIf(!released)(
  'the migrations since the last release take nothing from it, and demand nothing that it does not write',
  async () => {
    const client = await connectToReleased();
    // Right after a release there are none.
    if (client === undefined) return expect(laterMigrations()).toEqual([]);
    const old = await readSchema(client);
    await applyMigrations(drizzle(client), { migrationsFolder: migrations });
    return expect(breaksIn(old, await readSchema(client))).toEqual([]);
  },
);

test.each([
  ['alter table users drop column language', 'users.language is gone'],
  ['alter table users rename column language to tongue', 'users.language is gone'],
  ['alter table events alter column capacity type bigint', 'events.capacity was int4 and is int8'],
  ['alter table users add column shoe_size integer not null', 'users.shoe_size needs a value'],
  ['alter table events alter column photo_url set not null', 'events.photo_url may no longer be empty'],
  [`alter table events add constraint few check (capacity < 500)`, 'events.few is a new rule'],
  ['create unique index one_name on events (name)', 'events.one_name is a new rule'],
])('%s is found', async (statement, expected) => {
  const client = await connectToPresent();
  const old = await readSchema(client);
  await client.query(statement);
  expect(breaksIn(old, await readSchema(client))).toContain(expected);
});

test.each([
  'create table shoes (id integer not null)',
  'alter table users add column shoe_size integer',
  'alter table users add column shoe_size integer not null default 40',
  'alter table events alter column capacity drop not null',
  'alter table users add column shoe_size integer; alter table users add constraint big check (shoe_size < 60)',
])('%s expands', async (statement) => {
  const client = await connectToPresent();
  const old = await readSchema(client);
  await client.query(statement);
  expect(breaksIn(old, await readSchema(client))).toEqual([]);
});
