import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runDueJobs } from '#server/registry.ts';
import { mails } from '#server/platform/platform.table.ts';
import { tickFakeBank } from '#server/fake-bank/bank-orders.ts';
import { bankOrders } from '#tests/factories/bank-calls.ts';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { comeBack, payAtBank } from '#tests/factories/purchases.ts';
import { allPayments, allRefunds, createStaff, lastOrderOf } from '#tests/factories/staff-money.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { readMime, textOf } from '#tests/setup/mime.ts';
import { startSmtp } from '#tests/setup/smtp.ts';

const body = { reason: 'The guest asked for it.' };

async function createEvents(app: TestApp) {
  const { id: free } = await createEvent(app.ctx, { name: 'უფასო', nameLat: 'Open Night', priceTetri: 0, allocation: 5 });
  const { id: paid } = await createEvent(app.ctx, { name: 'ფასიანი', nameLat: 'Paid Night', priceTetri: 4000, allocation: 2 });
  return { free, paid, user: await createUser(app.ctx) };
}

/** A guest at the bank with one place of a free event and two of a paid one. */
async function orderBoth(app: TestApp) {
  const { free, paid, user } = await createEvents(app);
  const api = app.api(user.accessToken);
  await api.cart.addTicket({ eventId: free });
  await api.cart.addTicket({ eventId: paid, quantity: 2 });
  return { free, paid, user, api, ...(await api.cart.checkout()) };
}

async function buyBoth(app: TestApp) {
  const visit = await orderBoth(app);
  const { token } = await payAtBank(app, visit.redirect, 'lost');
  await comeBack(app, token);
  const tickets = await visit.api.tickets.mine();
  const idsOf = (eventId: number) => tickets.filter(({ basket }) => basket.eventId === eventId).map(({ id }) => id);
  const orderId = await lastOrderOf(app, visit.user.id);
  return { ...visit, token, orderId, freeIds: idsOf(visit.free), paidIds: idsOf(visit.paid) };
}

test('an order of free and paid places is one payment of the paid ones, with the tickets of both in one mail', async () => {
  const smtp = await startSmtp();
  const app = await startTestApp({ env: { SMTP_URL: smtp.url } });
  const { free, paid, user, freeIds, paidIds, token } = await buyBoth(app);
  expect(await bankOrders(app)).toMatchObject([{ amountTetri: 8000 }]);
  expect(await allPayments(app)).toMatchObject([{ state: 'paid', capturedTetri: 8000 }]);
  expect((await comeBack(app, token)).eventIds.toSorted()).toEqual([free, paid].toSorted());
  expect([freeIds.length, paidIds.length]).toEqual([1, 2]);

  await runDueJobs(app.deps);
  expect(await app.ctx.db.select().from(mails).where(eq(mails.kind, 'ticket'))).toMatchObject([{ recipient: user.email, state: 'sent' }]);
  const text = textOf(readMime(smtp.received[0]?.raw ?? Buffer.alloc(0)), 'text/plain');
  expect(text).toContain('Open Night');
  expect(text).toContain('Paid Night');
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('the paid part of it is refunded at its price, and the free ticket still opens the door', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { free, paid, orderId, freeIds, paidIds } = await buyBoth(app);
  expect(await staff.api.refundOrder({ id: orderId, body: { ...body, tickets: paidIds } })).toMatchObject({
    amount: 80,
    state: 'confirmed',
  });
  expect(await stockOf(app.ctx, paid)).toEqual({ held: 0, sold: 0 });
  expect(await stockOf(app.ctx, free)).toEqual({ held: 0, sold: 1 });
  const [freeId = 0] = freeIds;
  expect(await staff.door.scan({ body: { isReject: false, ticketId: freeId } })).toMatchObject({ result: 'accepted' });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test.each([
  ['free one last', (free: number[], paid: number[]) => [paid, free], [8000, 0]],
  ['paid ones last', (free: number[], paid: number[]) => [free, paid], [0, 8000]],
])('refunded part by part, the %s, exactly the money that came goes back', async (_, order, amounts) => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, freeIds, paidIds } = await buyBoth(app);
  for (const tickets of order(freeIds, paidIds)) await staff.api.refundOrder({ id: orderId, body: { ...body, tickets } });
  expect((await allRefunds(app)).map(({ amountTetri }) => amountTetri)).toEqual(amounts);
  expect(await allPayments(app)).toMatchObject([{ state: 'refunded', refundTetri: 8000 }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('when the only paid line of a cart expires, it is said once, and what is left is an order for nothing', async () => {
  const app = await startTestApp();
  const { free, paid, user } = await createEvents(app);
  await app.api(user.accessToken).cart.addTicket({ eventId: paid, quantity: 2 });
  app.clock.advanceMinutes(10);
  await app.api(await signInAgain(app.ctx, user.id)).cart.addTicket({ eventId: free });
  app.clock.advanceMinutes(6);
  const api = app.api(await signInAgain(app.ctx, user.id));
  await app.api((await createUser(app.ctx)).accessToken).cart.addTicket({ eventId: paid, quantity: 2 });

  await expect(api.cart.checkout()).rejects.toMatchObject({ status: 409, body: { code: 'hold_expired' } });
  expect(await api.cart.get()).toMatchObject({ ticketItems: [{ eventId: free }] });
  const { redirect } = await api.cart.checkout();
  expect(new URL(redirect).pathname).toBe('/successpayment');
  expect((await api.tickets.mine()).map(({ basket }) => basket.eventId)).toEqual([free]);
  expect(await bankOrders(app)).toEqual([]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('late money for an order whose paid places are gone goes back whole, and its free place is not given either', async () => {
  const app = await startTestApp();
  const { redirect, free, paid, user } = await orderBoth(app);
  app.clock.advanceMinutes(11);
  const { token } = await payAtBank(app, redirect, 'late');
  app.clock.advanceMinutes(4);
  await app.api((await createUser(app.ctx)).accessToken).cart.addTicket({ eventId: paid, quantity: 2 });
  app.clock.advanceMinutes(1);
  await tickFakeBank(app.deps);
  expect(await comeBack(app, token)).toMatchObject({ state: 'refunded' });
  expect(await allRefunds(app)).toMatchObject([{ amountTetri: 8000, state: 'confirmed' }]);
  expect(await app.api(await signInAgain(app.ctx, user.id)).tickets.mine()).toEqual([]);
  expect(await stockOf(app.ctx, free)).toMatchObject({ sold: 0 });
  expect(await findFaults(app.ctx)).toEqual([]);
});
