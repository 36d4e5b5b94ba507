import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { tickFakeBank } from '#server/fake-bank/bank-orders.ts';
import { fakeBankRefunds } from '#server/fake-bank/fake-bank.table.ts';
import { BankError } from '#server/sales/payments/banks/provider.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { comeBack, paidWithoutCallback, payAtBank, startBeside } from '#tests/factories/purchases.ts';
import { sweepAll } from '#tests/factories/staff-money.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { payments } from '#server/sales/tables/payments.table.ts';

const allPayments = (app: TestApp) => app.ctx.db.select().from(payments).orderBy(payments.id);
const allTickets = (app: TestApp) => app.ctx.db.select().from(tickets);
const allRefunds = (app: TestApp) => app.ctx.db.select().from(fakeBankRefunds);

/** A guest pays for the last place after the hold has expired, perhaps after another guest has taken it. */
async function payTooLate(app: TestApp, { isTaken }: { isTaken: boolean }) {
  const { id: eventId } = await createEvent(app.ctx, { allocation: 1 });
  const user = await createUser(app.ctx);
  const api = app.api(user.accessToken);
  await api.cart.addTicket({ eventId });
  const { redirect } = await api.cart.checkout();
  app.clock.advanceMinutes(11);
  const { token } = await payAtBank(app, redirect, 'late');
  app.clock.advanceMinutes(4);
  if (isTaken) await app.api((await createUser(app.ctx)).accessToken).cart.addTicket({ eventId });
  // Not earlier: the bank checks every second, and its callback could arrive before the other guest does.
  app.clock.advanceMinutes(1);
  await tickFakeBank(app.deps);
  return { eventId, user, token };
}

test('money that comes after the hold is over buys a place that is free (I12)', async () => {
  const app = await startTestApp();
  const { user, token, eventId } = await payTooLate(app, { isTaken: false });
  expect(await comeBack(app, token)).toEqual({ state: 'paid', eventIds: [eventId] });
  expect(await app.api(await signInAgain(app.ctx, user.id)).tickets.mine()).toHaveLength(1);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('money that comes when the place is gone goes back, all of it, once (I5, I12)', async () => {
  const app = await startTestApp();
  const { token, eventId } = await payTooLate(app, { isTaken: true });
  const apps = [app, await startBeside(app)];
  await Promise.all(apps.flatMap((each) => [comeBack(each, token), sweepAll(each), comeBack(each, token)]));
  expect(await comeBack(app, token)).toEqual({ state: 'refunded', eventIds: [eventId] });
  expect(await allPayments(app)).toMatchObject([{ state: 'refunded' }]);
  expect(await allRefunds(app)).toMatchObject([{ amountTetri: 4000 }]);
  expect(await allTickets(app)).toEqual([]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('control: without the guard that money would be neither ticket nor refund (I5 and I12)', async () => {
  const app = await startTestApp({ without: 'refundWithoutPlace' });
  const { token } = await payTooLate(app, { isTaken: true });
  await comeBack(app, token);
  await sweepAll(app);
  expect((await findFaults(app.ctx)).join()).toContain('has neither tickets nor a refund');
});

test('an order of several events gets all its places or all its money (I12)', async () => {
  const app = await startTestApp();
  const events = [await createEvent(app.ctx, { allocation: 1 }), await createEvent(app.ctx, { allocation: 1 })];
  const user = await createUser(app.ctx);
  const api = app.api(user.accessToken);
  for (const { id: eventId } of events) await api.cart.addTicket({ eventId });
  const { redirect } = await api.cart.checkout();
  app.clock.advanceMinutes(11);
  const { token } = await payAtBank(app, redirect, 'late');
  app.clock.advanceMinutes(4);
  await app.api((await createUser(app.ctx)).accessToken).cart.addTicket({ eventId: events[1]?.id ?? 0 });
  app.clock.advanceMinutes(1);

  expect(await comeBack(app, token)).toMatchObject({ state: 'refunded' });
  expect(await allTickets(app)).toEqual([]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('an older order that is paid after a newer one gets places within the limit, else its money (I5, I12)', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { ticketsPerPerson: 4 });
  const { accessToken } = await createUser(app.ctx);
  const api = app.api(accessToken);
  await api.cart.addTicket({ eventId, quantity: 2 });
  const older = await api.cart.checkout();
  await api.cart.updateTicket({ eventId, quantity: 3 });
  const newer = await api.cart.checkout();

  for (const { redirect } of [newer, older]) await comeBack(app, (await payAtBank(app, redirect, 'lost')).token);
  expect(await allTickets(app)).toHaveLength(3);
  expect((await allPayments(app)).map(({ state }) => state)).toEqual(['refunded', 'paid']);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('an older order that is paid first takes what its buyer holds; the newer one gets what is left or its money', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { allocation: 2 });
  const { accessToken } = await createUser(app.ctx);
  const api = app.api(accessToken);
  await api.cart.addTicket({ eventId, quantity: 1 });
  const older = await api.cart.checkout();
  await api.cart.updateTicket({ eventId, quantity: 2 });
  const newer = await api.cart.checkout();

  await comeBack(app, (await payAtBank(app, older.redirect, 'lost')).token);
  expect((await api.cart.get()).ticketItems).toEqual([]);
  await comeBack(app, (await payAtBank(app, newer.redirect, 'lost')).token);
  expect((await allPayments(app)).map(({ state }) => state)).toEqual(['paid', 'refunded']);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a refund whose end is unknown is asked for again under the same key, and happens once (I5)', async () => {
  const app = await startTestApp();
  const bank = app.deps.payments;
  const keys: string[] = [];
  app.deps.payments = {
    ...bank,
    refund: async (request) => {
      keys.push(request.idempotencyKey);
      await bank.refund(request);
      if (keys.length < 3) throw new BankError('unknown', 'The line went dead after the bank did it.');
    },
    getStatus: async (id) => (keys.length === 1 ? Promise.reject(new BankError('unknown', 'Dead.')) : bank.getStatus(id)),
  };
  const { token } = await payTooLate(app, { isTaken: true });
  await comeBack(app, token);
  await sweepAll(app);
  expect(new Set(keys).size).toBe(1);
  expect(await allRefunds(app)).toHaveLength(1);
  expect(await comeBack(app, token)).toMatchObject({ state: 'refunded' });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a refund that the bank refuses at first is asked for again under a new key (I5)', async () => {
  const app = await startTestApp();
  const bank = app.deps.payments;
  const keys: string[] = [];
  app.deps.payments = {
    ...bank,
    refund: async (request) => {
      keys.push(request.idempotencyKey);
      if (keys.length === 1) throw new BankError('refused', 'Too soon.');
      await bank.refund(request);
    },
  };
  const { token } = await payTooLate(app, { isTaken: true });
  expect(await comeBack(app, token)).toMatchObject({ state: 'refunded' });
  await sweepAll(app);
  expect(new Set(keys).size).toBe(2);
  expect(await allPayments(app)).toMatchObject([{ state: 'refunded' }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('money that comes when the event is over goes back, also when the place is still held', async () => {
  const app = await startTestApp();
  const { token } = await paidWithoutCallback(app);
  await app.ctx.db.execute(sql`update events set starts_at = starts_at - interval '3 days', ends_at = ends_at - interval '3 days'`);
  expect(await comeBack(app, token)).toMatchObject({ state: 'refunded' });
  expect(await allTickets(app)).toEqual([]);
  expect(await findFaults(app.ctx)).toEqual([]);
});
