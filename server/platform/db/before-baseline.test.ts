import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createEmptyDatabase } from '#tests/setup/empty-database.ts';
import { createTablesBeforeBaseline, isBeforeBaseline } from './before-baseline.ts';
import { appliedMigrations, createMigrationTable, migrateInTransaction } from './migrate-in-transaction.ts';
import { MIGRATION_LOCK } from './lock-wait.ts';
import { migrate, readMigrationState } from './migrate.ts';

const COMMIT_7349505B = [1_795_798_403_005];
const WITH_MAILED_TICKETS = [...COMMIT_7349505B, 1_795_923_225_053];
const LAST_BEFORE_BASELINE = [...WITH_MAILED_TICKETS, 1_795_931_556_995];

/** The definitions of the tables as sorted lines, without the order of columns. */
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

async function databaseBefore(applied = COMMIT_7349505B): Promise<{ url: string; client: Client }> {
  const url = await createEmptyDatabase();
  const client = await connect(url);
  await createMigrationTable(client);
  await createTablesBeforeBaseline(client, applied);
  return { url, client };
}

/** One row of each table that is renamed, with the stored words that change; rows that they refer to are left out. */
const ROWS = `
  set session_replication_role = replica;
  insert into baskets (event_id, kind, position, name, name_lat, quota) values (1, 'release', 1, 'Early', 'Early', 10);
  insert into codes (event_id, basket_id, code, folded, owner, created_at) values (1, 1, 'Nino', 'NINO', 'Nino', now());
  insert into holds (user_id, event_id, basket_id, quantity, returned, price_tetri, code_id, held_until, created_at) values (1, 1, 1, 2, 1, 500, 1, now(), now());
  insert into past_holds (user_id, event_id, held_since, ended_at) values (1, 1, now(), now());
  insert into waiting_entries (event_id, user_id, quantity, language, created_at) values (1, 1, 2, 'ka', now());
  insert into ticket_returns (ticket_id, event_id, fee_tetri, created_at) values (1, 1, 50, now());
  insert into promoters (name, via, created_at) values ('Gio', 'gio', now());
  insert into promoter_opens (promoter_id, event_id, day, opens) values (1, 1, current_date, 3);
  insert into door_lists (event_id, name, quota, created_at) values (1, 'Band', 4, now());
  insert into door_list_entries (list_id, first_name, last_name, created_at) values (1, 'Lela', 'K', now());
  insert into site_texts (key, language, version, value, editor_id, created_at)
    select key, 'en', 1, 'x', 1, now() from unnest(array['club:releases', 'club:waiting', 'club:walk_up', 'club:returns', 'club:returns_always', 'club:return_fee']) key;
  insert into audit_entries (pass_name, action, subject, detail, created_at) values
    ('Door', 'release.add', 'release 1', '{"kind": "release", "releases": [1], "releaseId": 1}', now()),
    ('Door', 'words.change', 'words club:return_fee all', '{"after": "x"}', now()),
    ('Door', 'mail.retry', 'mail 1', '{"kind": "waiting-offer"}', now()),
    ('Door', 'door.pass', 'pass 1', '{"passes": 2}', now()),
    ('Door', 'door.pass_revoked', 'pass 1', '{"reason": "pass_ended"}', now()),
    ('Door', 'event.change', 'event 1', '{"placesPerPerson": 4, "quota": 9, "taken": 3}', now());
  insert into door_passes (id, event_id, name, rights, created_by, created_at, pack_version)
    values ('00000000-0000-4000-8000-000000000001', 1, 'Main door', '{scan}', 1, now(), 'v1');
  insert into door_calls (pass_id, nonce, called_at) values ('00000000-0000-4000-8000-000000000001', 'n', now());
  insert into scans (pass_id, pack_version, round, result, reason, is_manual, decided_at, answer)
    values ('00000000-0000-4000-8000-000000000001', 'v1', 2, 'refused', 'pass_ended', false, now(), '{"reason": "pass_ended"}');
  insert into alerts (kind, subject, detail, created_at) values ('door', 'pass 1', 'x', now());
  insert into mails (key, kind, recipient, language, payload, message_id, created_at) values ('a', 'waiting-offer', 'a@example.com', 'en', '{}', 'm', now());
  set session_replication_role = origin`;

/** The rows after the upgrade. */
const RENAMED = `
  select 'type ' || t.kind || ' ' || t.name as line from ticket_types t
  union all select 'code ' || p.folded || ' ' || p.ticket_type_id from promo_codes p
  union all select 'hold ' || h.ticket_type_id || ' ' || h.resale_quantity || ' ' || h.promo_code_id from holds h
  union all select 'history ' || user_id from hold_history
  union all select 'waits ' || quantity || ' ' || language from waitlist_entries
  union all select 'listing ' || fee_tetri from resale_listings
  union all select 'promoter ' || r.ref_code || ' ' || c.clicks from promoters r join promoter_clicks c on c.promoter_id = r.id
  union all select 'list ' || l.name || ' ' || e.first_name from guest_lists l join guest_list_entries e on e.list_id = l.id
  union all select 'text ' || key from site_texts
  union all select 'audit ' || action || ' | ' || subject || ' | ' || detail from audit_entries
  union all select 'device ' || d.name || ' ' || d.offline_manifest_version || ' ' || c.nonce
    from scanner_devices d join scanner_device_calls c on c.scanner_device_id = d.id
  union all select 'scan ' || offline_manifest_version || ' ' || visit || ' ' || reason || ' ' || answer from scans where scanner_device_id is not null
  union all select 'alert ' || subject from alerts
  union all select 'mail ' || kind from mails`;

const AFTER = [
  'type public Early',
  'code NINO 1',
  'hold 1 1 1',
  'history 1',
  'waits 2 ka',
  'listing 50',
  'promoter gio 3',
  'list Band Lela',
  ...['ticketTypes', 'waitlist', 'door_sale', 'resale', 'resale_always', 'resale_fee'].map((key) => `text club:${key}`),
  'audit ticket_type.add | ticket_type 1 | {"kind": "public", "ticketTypes": [1], "ticketTypeId": 1}',
  'audit words.change | words club:resale_fee all | {"after": "x"}',
  'audit mail.retry | mail 1 | {"kind": "waitlist-offer"}',
  'audit scanner_device.create | scanner_device 1 | {"scannerDevices": 2}',
  'audit scanner_device.revoke | scanner_device 1 | {"reason": "device_ended"}',
  'audit event.change | event 1 | {"allocation": 9, "soldOrReserved": 3, "ticketsPerPerson": 4}',
  'device Main door v1 n',
  'scan v1 2 device_ended {"reason": "device_ended"}',
  'alert scanner_device 1',
  'mail waitlist-offer',
];

test.for([
  ['commit 7349505b', COMMIT_7349505B],
  ['the version with mailed tickets', WITH_MAILED_TICKETS],
  ['the last version before the baseline', LAST_BEFORE_BASELINE],
] as const)('the tables of %s become those of the baseline, to the last constraint and with every row', async ([, applied]) => {
  const { client } = await databaseBefore([...applied]);
  await client.query(ROWS);
  expect(await readMigrationState(client)).toBe('before-baseline');
  await migrateInTransaction(client);
  expect(isBeforeBaseline(await appliedMigrations(client))).toBe(false);
  expect(await readMigrationState(client)).toBe('current');
  const fresh = await connect(await createEmptyDatabase());
  await migrateInTransaction(fresh);
  expect(await tablesOf(client)).toEqual(await tablesOf(fresh));
  const { rows } = await client.query<{ line: string }>(RENAMED);
  expect(rows.map(({ line }) => line).toSorted()).toEqual(AFTER.toSorted());
});

test('tables of another program in the same database keep their names', async () => {
  const { client } = await databaseBefore();
  await client.query(`create schema shop; create table shop.baskets (id serial primary key, code_id int);
    create table public.their_basket (basket_id int constraint their_basket_code_id unique)`);
  await migrateInTransaction(client);
  const { rows } = await client.query<{ name: string }>(
    `select conname::text as name from pg_constraint where conrelid in ('shop.baskets'::regclass, 'their_basket'::regclass) and contype in ('p', 'u') order by 1`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['baskets_pkey', 'their_basket_code_id']);
});

test('a start upgrades such a database, but not while a process of this program has its tables open', async () => {
  const { url, client } = await databaseBefore();
  const before = await tablesOf(client);
  const server = new Client({ connectionString: url, application_name: 'rkali:4711' });
  await server.connect();
  await expect(migrate(url)).rejects.toThrow('process 4711 of this program uses them: stop it first');
  expect(await tablesOf(client)).toEqual(before);
  await server.end();
  await expect.poll(() => migrate(url).then(() => readMigrationState(client), String)).toBe('current');
});

test('two starts at once upgrade it once', async () => {
  const { url, client } = await databaseBefore();
  const other = new Client({ connectionString: url, application_name: 'rkali:4711' });
  await other.connect();
  onTestFinished(() => other.end());
  // It has not asked for the lock yet when the first start looks.
  const waiting = sleep(500).then(() => other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]));
  await Promise.all([migrate(url), migrate(url), waiting]);
  expect(await readMigrationState(client)).toBe('current');
});

test('a database of an earlier or a later version is left alone, with the way on', async () => {
  const { url, client } = await databaseBefore([]);
  for (const [made, sentence] of [
    [1_795_000_000_000, 'start commit 7349505b with it once, then this one'],
    [9_999_999_999_999, 'was changed by a newer version (a migration of 2286-11-20 is unknown here)'],
  ] as const) {
    await client.query('truncate drizzle.__drizzle_migrations');
    await client.query(`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', $1)`, [made]);
    await expect(migrate(url)).rejects.toThrow(sentence);
  }
});
