import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, openTestPool } from '#tests/setup/database.ts';
import { grantRights, hasSeparateRights, TABLE_RIGHTS } from './rights.ts';

async function open() {
  const database = await createTestDatabase();
  const pools = { app: openTestPool(database.url), owner: openTestPool(database.ownerUrl) };
  onTestFinished(async () => {
    await Promise.all([pools.app.end(), pools.owner.end()]);
    await database.drop();
  });
  return pools;
}

const POSSIBLE = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER', 'MAINTAIN'];

/** Returns the effective rights of this connection's user on each table, including those granted to PUBLIC. */
async function findRights(app: pg.Pool): Promise<Record<string, string[]>> {
  const { rows } = await app.query<{ name: string; rights: string[] }>(
    `select c.relname as name, array(select p from unnest($1::text[]) p where has_table_privilege(c.oid, p)) as rights
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')`,
    [POSSIBLE],
  );
  return Object.fromEntries(rows.map(({ name, rights }) => [name, rights]));
}

test('the server has exactly the rights of the list, on every table', async () => {
  const { app } = await open();
  expect(await findRights(app)).toEqual(Object.fromEntries(Object.entries(TABLE_RIGHTS).map(([name, rights]) => [name, [...rights]])));
});

test('no single column can be changed where the table cannot', async () => {
  const { app } = await open();
  const { rows } = await app.query<{ name: string }>(
    `select distinct relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
     where relnamespace = 'public'::regnamespace and relkind = 'r' and has_column_privilege(c.oid, attnum, 'update')`,
  );
  const editable = Object.entries(TABLE_RIGHTS).filter(([, rights]) => rights.includes('UPDATE'));
  expect(rows.map(({ name }) => name).toSorted()).toEqual(editable.map(([name]) => name).toSorted());
});

const APPEND_ONLY = ['audit_entries', 'ledger_entries', 'scans', 'security_events', 'site_texts'];

test.each(APPEND_ONLY)('%s can be read and added to, and no more', async (table) => {
  const { app, owner } = await open();
  const { rows: triggers } = await owner.query<{ name: string }>(
    'select tgname as name from pg_trigger where tgrelid = $1::regclass and not tgisinternal',
    [table],
  );
  expect(triggers).not.toEqual([]);
  const column = (await owner.query(`select attname from pg_attribute where attrelid = $1::regclass and attnum = 1`, [table])).rows[0]
    ?.attname;
  const refused = [
    `update ${table} set ${column} = default`,
    `delete from ${table}`,
    `truncate ${table}`,
    `truncate ${table} cascade`,
    `merge into ${table} t using (select 1) s on true when matched then delete`,
    `select from ${table} for update`,
    `do $$ begin lock table ${table} in exclusive mode; end $$`,
    `alter table ${table} disable trigger all`,
    `alter table ${table} add column more int`,
    `alter table ${table} owner to current_user`,
    `drop table ${table}`,
    `create trigger more before insert on ${table} execute function refuse_change()`,
    `grant delete on ${table} to current_user`,
    ...triggers.map(({ name }) => `drop trigger ${name} on ${table}`),
  ];
  for (const statement of refused) await expect(app.query(statement), statement).rejects.toMatchObject({ code: '42501' });
  await expect(app.query(`select from ${table}`)).resolves.toBeDefined();
});

test.each([
  'create table more (id int)',
  'create function more() returns int language sql as $$ select 1 $$',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
  'drop function refuse_change() cascade',
  'alter function refuse_change() owner to current_user',
  'create schema more',
  'create role more',
  'create extension file_fdw',
  'alter role current_user superuser',
  'set session_replication_role = replica',
  'set role rkali_owner',
  'alter table users add column more int',
  'drop index users_one_account_per_email_key',
  'delete from drizzle.__drizzle_migrations',
  'delete from graphile_worker.migrations',
  `copy audit_entries to program 'cat'`,
  `select pg_read_file('postgresql.conf')`,
])('the server may not: %s', async (statement) => {
  const { app } = await open();
  await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' });
});

test('security events go after their time alone, by the function of the owner', async () => {
  const { app } = await open();
  const add = `insert into security_events (kind, at) values ('login', now() - $1::interval)`;
  await app.query(add, ['400 days']);
  await app.query(add, ['200 days']);
  await app.query(add, ['1 day']);
  await app.query(`select forget_security_events(now() - interval '365 days')`);
  expect((await app.query('select from security_events')).rowCount).toBe(2);
  await app.query('select forget_security_events(now())');
  expect((await app.query('select from security_events')).rowCount).toBe(2);
});

test('a table that the list does not name is closed, and a right that was given by hand goes with the next start', async () => {
  const { app, owner } = await open();
  const role = (await app.query<{ name: string }>('select current_user as name')).rows[0]?.name ?? '';
  await owner.query(`create table unnamed (id int); grant all on unnamed, scans to ${role}`);
  expect((await findRights(app))['unnamed']).toEqual(POSSIBLE);
  const client = await owner.connect();
  await grantRights(client, role);
  client.release();
  const { unnamed, scans } = await findRights(app);
  expect([unnamed, scans]).toEqual([[], ['SELECT', 'INSERT']]);
});

test('a start changes no right that is as it should be', async () => {
  const { app, owner } = await open();
  const role = (await app.query<{ name: string }>('select current_user as name')).rows[0]?.name ?? '';
  const versions = async () => (await owner.query('select relname, xmin from pg_class order by oid')).rows;
  const before = await versions();
  const client = await owner.connect();
  await grantRights(client, role);
  client.release();
  expect(await versions()).toEqual(before);
});

test('a server can tell whether its rights are separated from those of the owner', async () => {
  const { app, owner } = await open();
  expect(await hasSeparateRights(app)).toBe(true);
  expect(await hasSeparateRights(owner)).toBe(false);
});
