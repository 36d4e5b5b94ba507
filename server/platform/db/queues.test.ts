import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { withPaidStock, withStock } from '#server/sales/inventory/inventory.service.ts';
import { withTransaction, type Context } from '#server/platform/context.ts';
import { createCallLimits } from '#server/platform/http/call-limits.ts';
import { startJobs } from '#server/registry.ts';
import { startTestApp } from '#tests/setup/app.ts';

const MANY = 40;

/** Work that keeps its connection until the test releases it. */
function holdConnections() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const hold = async (tx: Context): Promise<void> => {
    await tx.db.execute(sql`select 1`);
    await promise;
  };
  return { hold, letGo: () => resolve(undefined) };
}

const openCount = ({ database: { pool } }: Context): number => pool.totalCount - pool.idleCount;

async function startOffice() {
  const { ctx, deps } = await startTestApp();
  const jobs = await startJobs(deps);
  onTestFinished(() => jobs.stop());
  return ctx;
}

test('changes of stock, payments and visitors at once leave a connection for everybody else', async () => {
  const ctx = await startOffice();
  const { inReadQueue } = createCallLimits(ctx);
  const { hold, letGo } = holdConnections();
  const queues = [
    (work: typeof hold) => withStock(ctx, work),
    (work: typeof hold) => withPaidStock(ctx, work),
    (work: typeof hold) => inReadQueue(() => withTransaction(ctx, work)),
  ];
  const held = queues.flatMap((queue) => Array.from({ length: MANY }, () => queue(hold)));
  await expect.poll(() => openCount(ctx)).toBeGreaterThanOrEqual(queues.length);
  const { rows } = await ctx.db.execute(sql`select 7 as seven`);
  expect(rows).toEqual([{ seven: 7 }]);
  letGo();
  await Promise.all(held);
});

test('control: without their queues they leave none', async () => {
  const ctx = await startOffice();
  const { hold, letGo } = holdConnections();
  const held = Array.from({ length: MANY }, () => withTransaction(ctx, hold));
  await expect.poll(() => openCount(ctx)).toBe(ctx.database.pool.options.max);
  let isAnswered = false;
  const question = ctx.db.execute(sql`select 7 as seven`).then(() => (isAnswered = true));
  await ctx.database.priority.execute(sql`select 1`);
  expect(isAnswered).toBe(false);
  letGo();
  await Promise.all([...held, question]);
});
