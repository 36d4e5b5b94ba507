import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestApp } from '#tests/setup/app.ts';
import { startCuttable } from '#tests/setup/cuttable-database.ts';
import { isDatabaseAway } from './database-failure.ts';

/** Records the order in which statements end, each on its own connection while others are dead. */
const endOrder = (ended: string[]) => (name: string, work: Promise<unknown>) =>
  work.then(
    () => void ended.push(`${name}: done`),
    (error: unknown) => void ended.push(`${name}: ${isDatabaseAway(error) ? 'away' : String(error)}`),
  );

test('calls over dead connections end long before a slow statement that works, which goes on', async () => {
  const { database, swallowOld } = await startCuttable(await startTestApp());
  const ended: string[] = [];
  const note = endOrder(ended);
  let others: Promise<unknown> | undefined;
  const transaction = database.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await database.db.execute(sql`select 1`);
    await database.priority.execute(sql`select 1`);
    // Three connections are dead now: the transaction's, and an idle one in each pool.
    swallowOld();
    others = Promise.all([
      note('pool', database.db.execute(sql`select 1`)),
      note('priority pool', database.priority.execute(sql`select 1`)),
      note('slow statement', database.db.execute(sql`select pg_sleep(10)`)),
    ]);
    await tx.execute(sql`select 1`);
  });
  await note('transaction', transaction);
  await others;
  expect(ended.slice(0, 3).toSorted()).toEqual(['pool: away', 'priority pool: away', 'transaction: away']);
  expect(ended.slice(3)).toEqual(['slow statement: done']);
  await expect(database.db.execute(sql`select 1`)).resolves.toMatchObject({ rowCount: 1 });
}, 60_000);

test('a transaction that goes on is no dead connection, however long it takes and whatever it pauses for', async () => {
  const { database } = await startCuttable(await startTestApp());
  const statements = await database.transaction(async (tx) => {
    let count = 0;
    for (; count < 20; count += 1) {
      await tx.execute(sql`select 1`);
      await sleep(400);
    }
    return count;
  });
  expect(statements).toBe(20);
}, 60_000);
