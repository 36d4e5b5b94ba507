import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, emptyDatabase, openTestPool } from './database.ts';

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
