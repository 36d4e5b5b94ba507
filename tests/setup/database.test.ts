import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, emptyDatabase, openTestPool } from './database.ts';

async function open(): Promise<pg.Client> {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await database.drop();
  });
  return client;
}

test('a test database is migrated and empty', async () => {
  const client = await open();
  const { rows } = await client.query('select count(*)::int as events from events');
  expect(rows).toEqual([{ events: 0 }]);
});

test('databases made at the same time know nothing of each other', async () => {
  const clients = await Promise.all(Array.from({ length: 8 }, open));
  await Promise.all(clients.map((client, place) => client.query(`create table own as select ${place} as place`)));
  const found = await Promise.all(clients.map((client) => client.query<{ place: number }>('select place from own')));
  expect(found.map(({ rows }) => rows[0]?.place)).toEqual(clients.map((_, place) => place));
});

async function openPool(): Promise<pg.Pool> {
  const database = await createTestDatabase();
  const pool = openTestPool(database.ownerUrl, 2);
  onTestFinished(async () => {
    await pool.end();
    await database.drop();
  });
  return pool;
}

test('an emptied database has no rows and counts from one again', async () => {
  const pool = await openPool();
  const add = async () => (await pool.query(`select id from graphile_worker.add_job('some')`)).rows;
  const first = await add();
  expect(await add()).not.toEqual(first);
  expect(await emptyDatabase(pool)).toBe(true);
  expect((await pool.query('select from graphile_worker._private_jobs')).rowCount).toBe(0);
  expect(await add()).toEqual(first);
});

test.each([
  ['a dropped index', 'drop index tickets_once_per_place'],
  ['a trigger that is off', 'alter table events disable trigger all'],
  ['a setting', `do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`],
])('a database with %s is not emptied for another test', async (_change, statement) => {
  const pool = await openPool();
  await pool.query(statement);
  expect(await emptyDatabase(pool)).toBe(false);
});

test('a database is not emptied while somebody works in it', async () => {
  const pool = await openPool();
  const client = await pool.connect();
  await client.query('begin');
  expect(await emptyDatabase(pool)).toBe(false);
  client.release();
});
