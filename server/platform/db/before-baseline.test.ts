import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '#tests/setup/empty-database.ts';
import { createTablesBeforeBaseline, isBeforeBaseline } from './before-baseline.ts';
import { appliedMigrations, createMigrationTable, migrateInTransaction } from './migrate-in-transaction.ts';
import { migrate, readMigrationState } from './migrate.ts';

const COMMIT_7349505B = [1_795_798_403_005];

/** What the tables are, as sorted lines; the order of columns is left out. */
const CATALOG = `
  select 'column ' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || ' '
      || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || ' ' || a.attidentity::text || a.attgenerated::text as line
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
  union all select 'index ' || pg_get_indexdef(x.indexrelid) from pg_index x join pg_class c on c.oid = x.indrelid where c.relnamespace = 'public'::regnamespace
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger ' || pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal
  union all select 'function ' || pg_get_functiondef(p.oid) || ' ' || coalesce(p.proacl::text, '') from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all select 'sequence ' || sequencename || ' ' || data_type || ' ' || start_value || ' ' || max_value from pg_sequences where schemaname = 'public'
  order by 1`;

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function tablesOf(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(CATALOG);
  return rows.map(({ line }) => line);
}

async function databaseBefore(): Promise<{ url: string; client: Client }> {
  const url = await createEmptyDatabase();
  const client = await connect(url);
  await createMigrationTable(client);
  await createTablesBeforeBaseline(client, COMMIT_7349505B);
  return { url, client };
}

test('the tables of commit 7349505b become those of the baseline, to the last constraint', async () => {
  const { client } = await databaseBefore();
  expect(await readMigrationState(client)).toBe('before-baseline');
  await migrateInTransaction(client);
  expect(isBeforeBaseline(await appliedMigrations(client))).toBe(false);
  expect(await readMigrationState(client)).toBe('current');
  const fresh = await connect(await createEmptyDatabase());
  await migrateInTransaction(fresh);
  expect(await tablesOf(client)).toEqual(await tablesOf(fresh));
});

test('a start leaves such a database alone and names the command', async () => {
  const { url, client } = await databaseBefore();
  const before = await tablesOf(client);
  await expect(migrate(url)).rejects.toThrow('run npm run upgrade-database once');
  expect(await tablesOf(client)).toEqual(before);
});

test('stored words become the present ones', async () => {
  const { client } = await databaseBefore();
  await client.query(`
    insert into users (email, email_key, password_hash, first_name, last_name, phone_number, country, sealed_personal_number, sealed_birthdate)
      values ('a', 'a', '', '', '', '', '', '', '');
    insert into audit_entries (staff_id, action, subject, detail, created_at)
      values (1, 'release.add', 'release 7', '{"releaseId": 7, "note": "\\"release\\": 1"}', now()), (1, 'waiting.remove', 'guest 1', '{}', now());
    insert into mails (key, kind, recipient, language, payload, message_id, created_at) values ('k', 'waiting-offer', 'a', 'en', '{}', 'm', now())`);
  await migrateInTransaction(client);
  const { rows } = await client.query({ text: 'select action, subject, detail from audit_entries order by id', rowMode: 'array' });
  expect(rows).toEqual([
    ['ticket_type.add', 'ticket_type 7', { ticketTypeId: 7, note: '"release": 1' }],
    ['waitlist.remove', 'guest 1', {}],
  ]);
  expect((await client.query('select kind from mails')).rows).toEqual([{ kind: 'waitlist-offer' }]);
  await expect(client.query(`update audit_entries set action = 'x'`)).rejects.toThrow('append-only');
});
