import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#tests/setup/database.ts';
import { openDatabase } from './client.ts';

const MORE_THAN_A_POOL = 12;

test('connections that break as a transaction begins are not lost to the pool', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const { transaction, pool, close } = openDatabase(url, () => undefined);
  onTestFinished(close);
  for (let time = 0; time < MORE_THAN_A_POOL; time += 1) {
    pool.once('acquire', (client) => void client.end());
    await expect(transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
  }
  const { rows } = await transaction((tx) => tx.execute(sql`select 7 as seven`));
  expect(rows).toEqual([{ seven: 7 }]);
  expect(pool.totalCount).toBe(1);
});

test('a connection that ends is reported while the pool is open, and no longer once it closes', async () => {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  const lost: string[] = [];
  const { pool, close } = openDatabase(url, ({ message }) => lost.push(message));
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  client.release();
  const [{ pid } = { pid: 0 }] = rows;
  const other = openDatabase(url, () => undefined);
  await other.pool.query('select pg_terminate_backend($1)', [pid]);
  await expect.poll(() => lost).toEqual(['terminating connection due to administrator command']);
  await other.close();
  await close();
  pool.emit('error', new Error('terminated while it closes'), client);
  expect(lost).toHaveLength(1);
});
