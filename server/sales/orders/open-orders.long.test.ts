import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contextFor } from '#server/platform/context.ts';
import { sweepPayments } from '#server/sales/payments/payments.jobs.ts';
import { payments } from '#server/sales/tables/payments.table.ts';
import { bankOrderOf, bankOrders, callBack } from '#tests/factories/bank-calls.ts';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { comeBack, fillCart, payAtBank, startBeside } from '#tests/factories/purchases.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { orders } from '#server/sales/tables/orders.table.ts';

const allOrders = (app: TestApp) => app.ctx.db.select().from(orders).orderBy(orders.id);
const allPayments = (app: TestApp) => app.ctx.db.select().from(payments).orderBy(payments.id);
const statesOf = (rows: { state: string }[]) => rows.map(({ state }) => state);

/** A guest who went to the bank four times, each time with another quantity. Returns the payment pages. */
async function openFour(app: TestApp) {
  const { eventId, user, api } = await fillCart(app, { allocation: 4 });
  const pages: string[] = [];
  for (const quantity of [1, 2, 1, 2]) {
    await api.cart.updateTicket({ eventId, quantity });
    pages.push((await api.cart.checkout()).redirect);
  }
  const [first = ''] = pages;
  return { eventId, user, api, first, last: pages.at(-1) ?? '' };
}

async function sweep(app: TestApp): Promise<void> {
  await app.ctx.db.update(payments).set({ checkAt: app.clock.now() });
  await sweepPayments.run(contextFor(app.deps), {});
}

test('a fourth unpaid order at the bank ends the oldest, and only that', async () => {
  const app = await startTestApp();
  const { api } = await openFour(app);
  expect(statesOf(await allOrders(app))).toEqual(['failed', 'pending', 'pending', 'pending']);
  expect(await allPayments(app)).toMatchObject([
    { state: 'failed', failureReason: 'replaced', isWatched: true },
    { state: 'pending' },
    { state: 'pending' },
    { state: 'pending' },
  ]);
  expect((await api.cart.get()).ticketItems).toMatchObject([{ quantity: 2, heldUntil: '2026-11-20T18:15:00+04:00' }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('orders of others, paid ones and those for nothing do not count', async () => {
  const app = await startTestApp();
  const { user, api } = await openFour(app);
  await fillCart(app).then(({ api: other }) => other.cart.checkout());
  const free = await createEvent(app.ctx, { priceTetri: 0 });
  const { cart } = app.api((await createUser(app.ctx)).accessToken);
  await cart.addTicket({ eventId: free.id });
  await cart.checkout();
  const [, , , latest] = await bankOrders(app);
  await payAtBank(app, `${app.deps.env.publicUrl}/fake-bank/pay/${latest?.id}`, 'lost');
  await api.cart.checkout();
  const again = app.api(user.accessToken);
  await again.cart.addTicket({ eventId: (await createEvent(app.ctx)).id });
  await again.cart.checkout();
  expect(statesOf(await allOrders(app))).toEqual(['failed', 'pending', 'pending', 'paid', 'pending', 'paid', 'pending']);
});

test.each(['callback', 'return page', 'sweeper'])(
  'money that comes on an ended order buys its places when they are free: heard by %s',
  async (by) => {
    const app = await startTestApp();
    const { first, user } = await openFour(app);
    const { token } = await payAtBank(app, first, 'lost');
    if (by === 'callback') await callBack(app, await bankOrderOf(app, first));
    if (by === 'return page') expect(await comeBack(app, token)).toMatchObject({ state: 'paid' });
    if (by === 'sweeper') await sweep(app);
    expect(await allPayments(app)).toMatchObject([{ state: 'paid', isWatched: false }, {}, {}, {}]);
    expect(await app.api(user.accessToken).tickets.mine()).toHaveLength(1);
    expect(await findFaults(app.ctx)).toEqual([]);
  },
);

test('money that comes on an ended order whose places are gone goes back', async () => {
  const app = await startTestApp();
  const { first, user, eventId } = await openFour(app);
  const { token } = await payAtBank(app, first, 'lost');
  await app.api(user.accessToken).cart.removeTicket({ eventId });
  await app.api((await createUser(app.ctx)).accessToken).cart.addTicket({ eventId, quantity: 4 });
  await sweep(app);
  expect(await comeBack(app, token)).toMatchObject({ state: 'refunded' });
  expect(await app.api(user.accessToken).tickets.mine()).toEqual([]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('an ended order is checked when its bank page is over, until the bank has a final status, and its guest sees the true state meanwhile', async () => {
  const app = await startTestApp();
  const { user } = await openFour(app);
  const [{ returnToken: token } = { returnToken: '' }] = await allPayments(app);
  expect(await comeBack(app, token)).toMatchObject({ state: 'settling' });
  app.clock.advanceMinutes(11);
  await sweepPayments.run(contextFor(app.deps), {});
  expect(await allPayments(app)).toMatchObject([{ checks: 0, isWatched: true }, {}, {}, {}]);
  app.clock.advanceMinutes(2);
  await sweepPayments.run(contextFor(app.deps), {});
  expect(await allPayments(app)).toMatchObject([{ state: 'failed', failureReason: 'replaced', isWatched: false }, {}, {}, {}]);
  expect(await comeBack(app, token)).toMatchObject({ state: 'failed', reason: 'replaced' });
  expect(await app.api(await signInAgain(app.ctx, user.id)).tickets.mine()).toEqual([]);
});

test('an ended order and the newest that are both paid get their places within allocation and limit', async () => {
  const app = await startTestApp();
  const { first, last, user } = await openFour(app);
  for (const page of [first, last]) await payAtBank(app, page, 'lost');
  await sweep(app);
  await sweep(app);
  expect(await app.api(user.accessToken).tickets.mine()).toHaveLength(3);
  expect(await findFaults(app.ctx)).toEqual([]);
});

/** One guest repeatedly changes the cart and checks out at two servers at once. */
async function openAtTwoServers(without?: Guard): Promise<number> {
  const app = await startTestApp({ without });
  const { eventId, user } = await fillCart(app, { allocation: 4 });
  const servers = [app, await startBeside(app)];
  const press = async (server: TestApp) => {
    const { cart } = server.api(user.accessToken);
    for (let round = 0; round < 12; round += 1) {
      await cart.updateTicket({ eventId, quantity: 1 + (round % 4) });
      await cart.checkout().catch(() => undefined);
    }
  };
  await Promise.all(servers.map(press));
  expect(await findFaults(app.ctx)).toEqual([]);
  return (await allPayments(app)).filter(({ state }) => state === 'created' || state === 'pending').length;
}

test('checkouts at two servers at once leave no more than three orders open', async () => {
  expect(await openAtTwoServers()).toBeLessThanOrEqual(3);
});

test('control: without the guard they leave more', async () => {
  expect(await openAtTwoServers('fewOpenOrders')).toBeGreaterThan(3);
});

test('money on an ended order whose tickets cannot be written is asked about until they are', async () => {
  const app = await startTestApp();
  const { first, user } = await openFour(app);
  await payAtBank(app, first, 'lost');
  await app.owner.execute(sql.raw(`alter table tickets add constraint unlucky check (user_id <> ${user.id})`));
  await sweep(app);
  expect(await allPayments(app)).toMatchObject([{ state: 'failed', isWatched: true }, {}, {}, {}]);
  await app.owner.execute(sql`alter table tickets drop constraint unlucky`);
  await sweep(app);
  expect(await allPayments(app)).toMatchObject([{ state: 'paid', isWatched: false }, {}, {}, {}]);
  expect(await findFaults(app.ctx)).toEqual([]);
});
