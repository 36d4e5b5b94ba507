import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bankOrderOf, callBack, falsify } from '#tests/factories/bank-calls.ts';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { buy, comeBack, paidWithoutCallback, startBeside } from '#tests/factories/purchases.ts';
import { createUser } from '#tests/factories/users.ts';
import { codeOf, startTestApp, type TestApp } from '#tests/setup/app.ts';
import { contextFor } from '#server/platform/context.ts';
import { tickFakeBank } from '#server/fake-bank/bank-orders.ts';
import { mails } from '#server/platform/platform.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { sweepPayments } from './payments.jobs.ts';
import { payments } from '#server/sales/tables/payments.table.ts';

const allPayments = (app: TestApp) => app.ctx.db.select().from(payments).orderBy(payments.id);
const allTickets = (app: TestApp) => app.ctx.db.select().from(tickets);

async function sweep(app: TestApp): Promise<void> {
  await app.ctx.db.update(payments).set({ checkAt: app.clock.now() });
  const jobs = await codeOf(app, 'server/sales/payments/payments.jobs.ts', { sweepPayments });
  await jobs.sweepPayments.run(contextFor(app.deps), {});
}

test('callbacks, visitors and sweepers at once on two servers issue one set of tickets and one mail (I3)', async () => {
  const app = await startTestApp();
  const apps = [app, await startBeside(app)];
  const { token, redirect } = await paidWithoutCallback(app);
  const order = await bankOrderOf(app, redirect);
  await Promise.all(
    apps.flatMap((each) => [callBack(each, order), comeBack(each, token), sweep(each), comeBack(each, token), callBack(each, order)]),
  );

  expect(await allTickets(app)).toHaveLength(2);
  expect(await app.ctx.db.select().from(mails)).toMatchObject([{ kind: 'ticket' }]);
  expect(await allPayments(app)).toMatchObject([{ state: 'paid' }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('they do so in every order, with a restart in between (I3)', async () => {
  const app = await startTestApp();
  const restarted = await startBeside(app);
  const running = {
    callback: (order: Parameters<typeof callBack>[1]) => callBack(app, order),
    visitor: (_: unknown, token: string) => comeBack(restarted, token),
    sweeper: () => sweep(app),
  };
  const names = ['callback', 'visitor', 'sweeper'] as const;
  const permutations = names.flatMap((first) => {
    const [second, third] = names.filter((name) => name !== first);
    return second && third ? [[first, second, third] as const, [first, third, second] as const] : [];
  });
  for (const steps of permutations) {
    const { token, redirect } = await paidWithoutCallback(app);
    const order = await bankOrderOf(app, redirect);
    for (const name of steps) await running[name](order, token);
  }
  expect(await allTickets(app)).toHaveLength(permutations.length * 2);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('control: without the guard and the unique place, two callbacks issue twice (I3)', async () => {
  const app = await startTestApp({ without: 'syncOnce' });
  await app.owner.execute(sql`drop index tickets_once_per_place`);
  await app.owner.execute(sql`drop index ledger_entries_once`);
  const order = await bankOrderOf(app, (await paidWithoutCallback(app)).redirect);
  await callBack(app, order);
  await callBack(app, order);
  expect(await allTickets(app)).toHaveLength(4);
  expect((await findFaults(app.ctx)).join()).toContain('is paid without its tickets');
});

test('control: without the guard the database still keeps a ticket single', async () => {
  const app = await startTestApp({ without: 'syncOnce' });
  const order = await bankOrderOf(app, (await paidWithoutCallback(app)).redirect);
  expect(await callBack(app, order)).toBe(200);
  expect(await callBack(app, order)).toBe(500);
  expect(await allTickets(app)).toHaveLength(2);
});

const noMoney = [
  ['decline', 'declined'],
  ['cancel', 'cancelled'],
] as const;

test.each(noMoney)('no payment, no ticket: %s (I4)', async (outcome, reason) => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const { accessToken } = await createUser(app.ctx);
  const { page, token, redirect } = await buy(app, accessToken, { eventId, outcome });
  await tickFakeBank(app.deps);
  expect(page).toBe('/failpayment');
  expect(await comeBack(app, token)).toEqual({ state: 'failed', eventIds: [eventId], reason });
  expect(await callBack(app, await bankOrderOf(app, redirect), 'bank', { order_status: { key: 'completed' } })).toBe(200);
  expect(await allTickets(app)).toEqual([]);
  expect((await app.api(accessToken).cart.get()).ticketItems).toHaveLength(1);
  expect(await findFaults(app.ctx)).toEqual([]);
});

/** An unpaid guest on the bank's page, and a forged callback that claims a payment. */
async function forge(app: TestApp, signer: 'bank' | 'unknown' | 'nobody') {
  const { id: eventId } = await createEvent(app.ctx);
  const { accessToken } = await createUser(app.ctx);
  const api = app.api(accessToken);
  await api.cart.addTicket({ eventId });
  const { redirect } = await api.cart.checkout();
  const status = await callBack(app, await bankOrderOf(app, redirect), signer, { order_status: { key: 'completed' } });
  await sweep(app);
  return status;
}

test.each(['nobody', 'unknown', 'bank'] as const)(
  'a callback that claims money which never came issues nothing, signed by %s (I4)',
  async (signer) => {
    const app = await startTestApp();
    expect(await forge(app, signer)).toBe(200);
    expect(await allTickets(app)).toEqual([]);
    expect(await allPayments(app)).toMatchObject([{ state: 'pending' }]);
  },
);

test.each(['nobody', 'unknown', 'bank'] as const)('control: without asking the bank it would issue, signed by %s (I4)', async (signer) => {
  const app = await startTestApp({ without: 'verifyPayment' });
  await forge(app, signer);
  expect((await findFaults(app.ctx)).join()).toContain('has tickets without money');
});

const lies = [
  ['another amount', { reportedTetri: 1 }, 'wrong_amount'],
  ['another currency', { currency: 'USD' }, 'wrong_currency'],
  ["another order's number", { externalOrderId: '999999' }, 'wrong_order'],
] as const;

test.each(lies)('money with %s issues nothing and waits for a person (I4)', async (_, fault, flaggedReason) => {
  const app = await startTestApp();
  const { token, redirect, eventId } = await paidWithoutCallback(app);
  const order = await bankOrderOf(app, redirect);
  await falsify(app, order, fault);
  expect(await callBack(app, order)).toBe(200);
  await sweep(app);
  expect(await comeBack(app, token)).toEqual({ state: 'settling', eventIds: [eventId] });
  expect(await allPayments(app)).toMatchObject([{ state: 'flagged', flaggedReason }]);
  expect(await allTickets(app)).toEqual([]);
});

test.each(lies)('control: without comparing, money with %s would issue (I4)', async (_, fault) => {
  const app = await startTestApp({ without: 'verifyPayment' });
  const order = await bankOrderOf(app, (await paidWithoutCallback(app)).redirect);
  await falsify(app, order, fault);
  await callBack(app, order);
  expect(await allTickets(app)).toHaveLength(2);
});

test("one order's payment never pays another one (I4)", async () => {
  const app = await startTestApp();
  const paid = await bankOrderOf(app, (await paidWithoutCallback(app)).redirect);
  const { id: eventId } = await createEvent(app.ctx);
  const { accessToken } = await createUser(app.ctx);
  const api = app.api(accessToken);
  await api.cart.addTicket({ eventId });
  const unpaid = await bankOrderOf(app, (await api.cart.checkout()).redirect);

  await callBack(app, paid, 'bank', { external_order_id: unpaid.externalOrderId });
  await callBack(app, unpaid, 'bank', { external_order_id: paid.externalOrderId, order_status: { key: 'completed' } });
  expect(await api.tickets.mine()).toEqual([]);
  expect(await allTickets(app)).toHaveLength(2);
  expect(await findFaults(app.ctx)).toEqual([]);
});
