import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findFaults } from '#tests/factories/books.ts';
import { startBeside } from '#tests/factories/purchases.ts';
import { allPayments, allRefunds, createStaff, moneyBack, sell, sweepAll } from '#tests/factories/staff-money.ts';
import { dropStockChecks } from '#tests/factories/stock.ts';
import { signInAgain } from '#tests/factories/users.ts';
import { untilWaiting } from '#tests/factories/waiting.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

const body = { reason: 'The guest asked for it.' };

/** Every kind of refund at once, on two servers: none can write before several have read that nothing was refunded yet. */
async function refundAtOnce(app: TestApp, other: TestApp) {
  const staff = await createStaff(app);
  const { orderId, ticketIds, user } = await sell(app, { quantity: 4 });
  const beside = other.api(await signInAgain(app.ctx, staff.id)).staffMoney;
  const inputs = [body, ...ticketIds.map((id) => ({ ...body, tickets: [id] })), { ...body, tickets: ticketIds.slice(1) }];
  const holder = await app.deps.database.pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from payments where order_id = $1 for update', [orderId]);
  const refunds = Promise.allSettled(
    inputs.flatMap((input) => [staff.api, beside].map((api) => api.refundOrder({ id: orderId, body: input }))),
  );
  await untilWaiting(app, 2);
  await holder.query('commit');
  holder.release();
  await refunds;
  return { orderId, user, ticketIds };
}

test('refunds at once on two servers never give back more than was captured (I5)', async () => {
  const app = await startTestApp();
  await refundAtOnce(app, await startBeside(app));
  await sweepAll(app);
  await sweepAll(app);
  expect((await allRefunds(app)).reduce((sum, { amountTetri }) => sum + amountTetri, 0)).toBe(16_000);
  expect(await moneyBack(app)).toBe(16_000);
  expect(await allPayments(app)).toMatchObject([{ state: 'refunded', refundTetri: 16_000 }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('control: without the guard and the checks of the database they would (I5)', async () => {
  const app = await startTestApp({ without: 'refundOnce' });
  await app.owner.execute(sql`alter table payments drop constraint payments_refunds`);
  await dropStockChecks(app);
  await refundAtOnce(app, await startBeside(app));
  expect((await findFaults(app.ctx)).join()).toContain('promised more back than was captured');
});

/** A door admits the ticket at the moment of its refund: it has locked the ticket's row first. */
async function refundWhileAdmitting(app: TestApp) {
  const staff = await createStaff(app);
  const { orderId, ticketIds } = await sell(app, { quantity: 1 });
  const [ticketId = 0] = ticketIds;
  const door = await app.deps.database.pool.connect();
  await door.query('begin');
  await door.query('update tickets set used_at = now() where id = $1', [ticketId]);
  const refund = staff.api.refundOrder({ id: orderId, body }).then(
    () => 'refunded',
    (error: { body?: { code?: string } }) => error.body?.code,
  );
  await untilWaiting(app, 1);
  await door.query('commit');
  door.release();
  const ending = await refund;
  const [ticket] = await app.ctx.db.select().from(tickets).where(eq(tickets.id, ticketId));
  return { ending, ticket };
}

test('a ticket that a door is just letting in is not refunded as unused', async () => {
  const app = await startTestApp();
  const { ending, ticket } = await refundWhileAdmitting(app);
  expect(ending).toBe('conflict');
  expect(ticket).toMatchObject({ state: 'valid', refundId: null });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('control: without the guard it would be both used and refunded', async () => {
  const app = await startTestApp({ without: 'refundOnce' });
  const { ending, ticket } = await refundWhileAdmitting(app);
  expect(ending).toBe('refunded');
  expect(ticket?.usedAt).not.toBeNull();
});
