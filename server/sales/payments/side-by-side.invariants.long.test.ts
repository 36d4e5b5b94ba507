import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findFaults } from '#tests/factories/books.ts';
import { countLockWaits, openTransaction, type Work } from '#tests/factories/open-transaction.ts';
import { placeOrder } from '#tests/factories/orders.ts';
import { comeBack, fillCart, payAtBank } from '#tests/factories/purchases.ts';
import { createUser, createAdmin } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { cancelEvent } from '#server/content/events/event-state.service.ts';
import { contextFor, type Context, withTransaction } from '#server/platform/context.ts';
import { findPaidPlaces, lockOrderedHolds, reserve } from '#server/sales/inventory/inventory.service.ts';
import { findOrderedLines, lockEvents } from '#server/sales/inventory/stock.queries.ts';
import { findGuests } from '#server/sales/inventory/availability.queries.ts';
import { collectHeld } from './transition.ts';
import { lockOrderedPayments } from './payments.queries.ts';

/** Returns true if the second work ends while the first one's transaction is open, false if it waits for a lock of the first. */
async function endsBeside(ctx: Context, first: Work, second: () => Promise<unknown>): Promise<boolean> {
  const end = await openTransaction(ctx, first);
  let hasEnded = false;
  const ended = second().finally(() => (hasEnded = true));
  await expect.poll(async () => hasEnded || (await countLockWaits(ctx)) > 0).toBe(true);
  const wasBeside = hasEnded;
  await end();
  await ended;
  return wasBeside;
}

/** Pays an order from its holds, as `syncPayment` does. */
async function collect(tx: Context, paymentId: number) {
  const paid = await lockOrderedPayments(tx.db, [paymentId]);
  await lockOrderedHolds(
    tx,
    paid.map(({ order }) => order.id),
  );
  return collectHeld(tx, paid);
}

/** Two guests of one event: one has a cart, the other is at the bank and pays. */
async function twoGuests(app: TestApp) {
  const { eventId, user } = await fillCart(app, { allocation: 10 });
  const payer = await createUser(app.ctx);
  const api = app.api(payer.accessToken);
  await api.cart.addTicket({ eventId, quantity: 2 });
  const { redirect } = await api.cart.checkout();
  const { token } = await payAtBank(app, redirect, 'lost');
  const ctx = contextFor(app.deps);
  const { rows } = await ctx.db.execute<{ id: string }>(sql`select id from payments order by id desc limit 1`);
  const order: Work = (tx) => placeOrder(tx, user.id);
  const pay: Work = async (tx) => {
    expect(await collect(tx, Number(rows[0]?.id))).toMatchObject([{ state: 'paid' }]);
  };
  const take: Work = async (tx) => {
    await lockEvents(tx.db, [eventId]);
    await tx.db.execute(sql`update ticket_types set sold_or_reserved = sold_or_reserved where event_id = ${eventId}`);
  };
  const lockFirst =
    (work: Work): Work =>
    async (tx) => {
      await lockEvents(tx.db, [eventId]);
      await work(tx);
    };
  return { ctx, eventId, token, order, pay, take, lockFirst };
}

test('checkout, payment and taking places of two guests of one event do not wait for each other', async () => {
  const app = await startTestApp();
  const { ctx, order, take, token } = await twoGuests(app);
  expect(await endsBeside(ctx, order, () => comeBack(app, token))).toBe(true);
  expect(await endsBeside(ctx, take, () => withTransaction(ctx, order))).toBe(true);
  const next = await twoGuests(app);
  expect(await endsBeside(ctx, next.pay, () => withTransaction(ctx, next.order))).toBe(true);
  const third = await createUser(ctx);
  expect(await endsBeside(ctx, next.order, () => reserve(ctx, { userId: third.id, eventId: next.eventId, quantity: 1 }))).toBe(true);
  expect(await findFaults(ctx)).toEqual([]);
});

test('control: with the lock of the event around both they do wait', async () => {
  const { ctx, order, pay, lockFirst } = await twoGuests(await startTestApp());
  expect(await endsBeside(ctx, lockFirst(order), () => withTransaction(ctx, lockFirst(pay)))).toBe(false);
  expect(await findFaults(ctx)).toEqual([]);
});

test('an event is not cancelled while places of it are being paid, nor paid while it is being cancelled (I12)', async () => {
  const app = await startTestApp();
  const { ctx, eventId, pay } = await twoGuests(app);
  const admin = await createAdmin(ctx);
  const asAdmin: Context = { ...ctx, actor: { userId: admin.id, sessionId: '', rights: [], status: 'Verified' } };
  expect(await endsBeside(ctx, pay, () => cancelEvent(asAdmin, eventId, { version: 0 }))).toBe(false);

  const other = await twoGuests(app);
  const cancel: Work = (tx) => cancelEvent({ ...asAdmin, db: tx.db }, other.eventId, { version: 0 });
  expect(await endsBeside(ctx, cancel, () => comeBack(app, other.token))).toBe(false);
  expect(await comeBack(app, other.token)).toMatchObject({ state: 'refunded' });
  expect(await findFaults(ctx)).toEqual([]);
});

test('control: under a lock that leaves room for foreign keys a cancelled event would still be sold', async () => {
  const app = await startTestApp();
  const { ctx, eventId, token } = await twoGuests(app);
  const cancel: Work = async (tx) => {
    await lockEvents(tx.db, [eventId]);
    await tx.db.execute(sql`update events set state = 'cancelled' where id = ${eventId}`);
  };
  expect(await endsBeside(ctx, cancel, () => comeBack(app, token))).toBe(true);
});

/** A guest who ordered one place, then two, and paid for both orders; the event's limit is two. */
async function paidTwice(app: TestApp) {
  const { eventId, api } = await fillCart(app, { allocation: 10, ticketsPerPerson: 2 });
  await api.cart.checkout();
  await api.cart.updateTicket({ eventId, quantity: 2 });
  await api.cart.checkout();
  const ctx = contextFor(app.deps);
  const { rows } = await ctx.db.execute<{ id: string; order_id: string }>(sql`select id, order_id from payments order by id`);
  const [older, newer] = rows.map((row) => ({ id: Number(row.id), orderId: Number(row.order_id) }));
  if (!older || !newer) throw new Error('Two payments were expected.');
  const payNewer: Work = (tx) => collect(tx, newer.id);
  return { ctx, older, payNewer };
}

test('two orders of one guest that are paid at once keep to the limit of a person together (I12)', async () => {
  const { ctx, older, payNewer } = await paidTwice(await startTestApp());
  let places: unknown;
  const payOlder = () => withTransaction(ctx, async (tx) => (places = await findPaidPlaces(tx, older.orderId)));
  expect(await endsBeside(ctx, payNewer, payOlder)).toBe(false);
  expect(places).toBeUndefined();
});

test('control: read without the lock of the guest’s hold, the tickets of the other order are not seen', async () => {
  const { ctx, older, payNewer } = await paidTwice(await startTestApp());
  const lines = await findOrderedLines(ctx.db, [older.orderId]);
  const owned = async () => (await findGuests(ctx.db, lines, { isShared: false })).map((guest) => guest?.owned);
  const end = await openTransaction(ctx, payNewer);
  expect(await owned()).toEqual([0]);
  await end();
  expect(await owned()).toEqual([2]);
});
