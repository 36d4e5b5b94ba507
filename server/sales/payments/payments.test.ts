import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bankOrderOf, callBack, postCallback } from '#tests/factories/bank-calls.ts';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { buy, comeBack, payAtBank } from '#tests/factories/purchases.ts';
import { changeEvent } from '#tests/factories/stock.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { contextFor } from '#server/platform/context.ts';
import type { Outcome } from '#server/fake-bank/outcomes.ts';
import { tickFakeBank } from '#server/fake-bank/bank-orders.ts';
import { createProvider } from '#server/sales/payments/banks/create-provider.ts';
import { BankError } from '#server/sales/payments/banks/provider.ts';
import { sweepPayments } from './payments.jobs.ts';
import { paymentCallbacks, payments } from '#server/sales/tables/payments.table.ts';

const allPayments = (app: TestApp) => app.ctx.db.select().from(payments).orderBy(payments.id);
const allCallbacks = (app: TestApp) => app.ctx.db.select().from(paymentCallbacks);

/** A guest who pressed a button at the bank. */
async function paid(app: TestApp, outcome: Outcome) {
  const { id: eventId } = await createEvent(app.ctx);
  const user = await createUser(app.ctx);
  return { eventId, user, ...(await buy(app, user.accessToken, { eventId, outcome })) };
}

test('the bank calls back, and the ticket is there when it is answered [§4.payment-results]', async () => {
  const app = await startTestApp();
  const { user, page } = await paid(app, 'approve');
  await tickFakeBank(app.deps);
  expect(page).toBe('/successpayment');
  expect(await app.api(user.accessToken).tickets.mine()).toHaveLength(1);
  expect(await allCallbacks(app)).toMatchObject([{ isSigned: 'valid', times: 1 }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('the same callback three times is kept once and counted', async () => {
  const app = await startTestApp();
  const { user } = await paid(app, 'duplicate');
  await tickFakeBank(app.deps);
  expect(await allCallbacks(app)).toMatchObject([{ isSigned: 'valid', times: 3 }]);
  expect(await app.api(user.accessToken).tickets.mine()).toHaveLength(1);
});

test('a guest who comes back before any callback learns the true state and nothing about anybody', async () => {
  const app = await startTestApp();
  const { token, eventId } = await paid(app, 'lost');
  expect(await comeBack(app, token)).toEqual({ state: 'paid', eventIds: [eventId] });
});

test('a slow bank is settling until it is done', async () => {
  const app = await startTestApp();
  const { token, eventId } = await paid(app, 'slow');
  expect(await comeBack(app, token)).toEqual({ state: 'settling', eventIds: [eventId] });
  app.clock.set(new Date(app.clock.now().getTime() + 3_000));
  expect(await comeBack(app, token)).toEqual({ state: 'paid', eventIds: [eventId] });
});

test('an unknown or malformed token says nothing', async () => {
  const { api } = await startTestApp();
  const { bankReturn } = api().payments;
  await expect(bankReturn({ body: { token: 'a'.repeat(32) } })).rejects.toMatchObject({ status: 404, body: { code: 'order_not_found' } });
  for (const token of ['', 'short', 'a'.repeat(65)]) await expect(bankReturn({ body: { token } })).rejects.toMatchObject({ status: 400 });
});

test('when callback and guest are both lost, the sweeper finds the money', async () => {
  const app = await startTestApp();
  const { user } = await paid(app, 'lost');
  await sweepPayments.run(contextFor(app.deps), {});
  expect(await allPayments(app)).toMatchObject([{ state: 'pending', checks: 0 }]);
  app.clock.advanceMinutes(1);
  await sweepPayments.run(contextFor(app.deps), {});
  expect(await app.api(user.accessToken).tickets.mine()).toHaveLength(1);
});

test('the sweeper asks ever more seldom, and ends what the bank ended', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const user = await createUser(app.ctx);
  const { cart } = app.api(user.accessToken);
  await cart.addTicket({ eventId });
  await cart.checkout();

  const pauses: number[] = [];
  for (const [before] = await allPayments(app); pauses.length < 8;) {
    const [payment = before] = await allPayments(app);
    app.clock.set(payment?.checkAt ?? '');
    await Promise.all([sweepPayments.run(contextFor(app.deps), {}), sweepPayments.run(contextFor(app.deps), {})]);
    const [after] = await allPayments(app);
    pauses.push(((after?.checkAt.getTime() ?? 0) - app.clock.now().getTime()) / 1000);
    if (after?.state === 'failed') break;
  }
  expect(pauses).toEqual([30, 60, 120, 300, 600, 1800]);
  expect(await allPayments(app)).toMatchObject([{ state: 'failed', checks: 6 }]);
});

test('a callback without a valid signature only brings the next check forward', async () => {
  const app = await startTestApp();
  const { user } = await paid(app, 'bad-signature');
  await tickFakeBank(app.deps);
  expect(await allCallbacks(app)).toMatchObject([{ isSigned: 'invalid' }]);
  expect(await app.api(user.accessToken).tickets.mine()).toEqual([]);
  await sweepPayments.run(contextFor(app.deps), {});
  expect(await app.api(user.accessToken).tickets.mine()).toHaveLength(1);
});

test('a signed callback about an order that is not ours is kept and changes nothing', async () => {
  const app = await startTestApp();
  const { redirect } = await paid(app, 'lost');
  const order = await bankOrderOf(app, redirect);
  expect(await callBack(app, order, 'bank', { order_id: 'another-shop-1' })).toBe(200);
  expect(await allPayments(app)).toMatchObject([{ state: 'pending' }]);
  expect(await allCallbacks(app)).toHaveLength(1);
});

test('strangers who know no order get 4xx and leave nothing behind', async () => {
  const app = await startTestApp();
  const known = await bankOrderOf(app, (await paid(app, 'lost')).redirect);
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '{"body":{"order_id":"a\\u0000b"}}',
    '{"body":{"order_id":1}}',
    '{"body":{"order_id":"no-such-order"}}',
    Buffer.from([0, 255, 254]),
    JSON.stringify({ order_id: known.id }),
  ];
  for (const body of bodies) expect(await postCallback(app, body)).toBe(400);
  expect(await postCallback(app, '{}', { 'callback-signature': '!' })).toBe(400);
  expect(await postCallback(app, 'x'.repeat(70_000))).toBe(413);
  expect(await allCallbacks(app)).toEqual([]);
  expect(await allPayments(app)).toMatchObject([{ state: 'pending' }]);
});

test('only the bank in use may call back', async () => {
  const { url } = await startTestApp();
  const post = (provider: string) => fetch(`${url}/api/payments/callback/${provider}`, { method: 'POST', body: '{}' });
  expect((await post('bog')).status).toBe(404);
  expect((await post('nobody')).status).toBe(400);
});

test('while the bank is away a callback is asked to come again, a guest sees it settling, and nothing is lost', async () => {
  const app = await startTestApp();
  const { redirect, token, eventId } = await paid(app, 'lost');
  const order = await bankOrderOf(app, redirect);
  const bank = app.deps.payments;
  const away = createProvider(app.deps.env, () => 'http://127.0.0.1:1');
  app.deps.payments = { ...away, parseCallback: bank.parseCallback };
  expect(await callBack(app, order)).toBe(503);
  expect(await comeBack(app, token)).toEqual({ state: 'settling', eventIds: [eventId] });
  app.clock.advanceMinutes(1);
  await sweepPayments.run(contextFor(app.deps), {});

  app.deps.payments = bank;
  app.clock.advanceMinutes(1);
  await sweepPayments.run(contextFor(app.deps), {});
  expect(await comeBack(app, token)).toEqual({ state: 'paid', eventIds: [eventId] });
});

test('a payment begun with another bank is left to that bank', async () => {
  const app = await startTestApp();
  const { token } = await paid(app, 'lost');
  app.deps.payments = { ...app.deps.payments, name: 'bog' };
  app.clock.advanceMinutes(5);
  await sweepPayments.run(contextFor(app.deps), {});
  expect(await comeBack(app, token)).toMatchObject({ state: 'settling' });
});

test('an expired bank session ends the order, and its place waits in the cart until its own end', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const user = await createUser(app.ctx);
  await app.api(user.accessToken).cart.addTicket({ eventId });
  const { redirect } = await app.api(user.accessToken).cart.checkout();
  app.clock.advanceMinutes(12);
  const { page, token } = await payAtBank(app, redirect, 'approve');
  expect(page).toBe('/failpayment');
  expect(await comeBack(app, token)).toEqual({ state: 'failed', eventIds: [eventId], reason: 'expired' });
  expect((await app.api(await signInAgain(app.ctx, user.id)).cart.get()).ticketItems).toHaveLength(1);
});

test('no transaction is open while the bank is asked', async () => {
  const app = await startTestApp();
  const bank = app.deps.payments;
  const open: number[] = [];
  const look = async () => {
    const { rows } = await app.ctx.db.execute<{ open: number }>(
      sql`select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    );
    open.push(rows[0]?.open ?? -1);
  };
  app.deps.payments = {
    ...bank,
    createCheckout: (request) => look().then(() => bank.createCheckout(request)),
    getStatus: (id) => look().then(() => bank.getStatus(id)),
    refund: (...refund) => look().then(() => bank.refund(...refund)),
  };
  const { token, eventId } = await paid(app, 'lost');
  await changeEvent(app.ctx, eventId, { state: 'cancelled' });
  expect(await comeBack(app, token)).toMatchObject({ state: 'refunded' });
  expect(open).toEqual([0, 0, 0, 0, 0]);
});

/** A bank that counts its status requests and has no status, or does not answer. */
function countQuestions(app: TestApp, answers: boolean): () => number {
  const bank = app.deps.payments;
  let bankCalls = 0;
  app.deps.payments = {
    ...bank,
    getStatus: async (id) => {
      bankCalls += 1;
      if (!answers) throw new BankError('unknown', 'The line is dead.');
      return { ...(await bank.getStatus(id)), state: 'pending' };
    },
  };
  return () => bankCalls;
}

test('the holder of the token of a return page makes us ask the bank at most twenty times a minute', async () => {
  const app = await startTestApp();
  const { token } = await paid(app, 'lost');
  const bankCalls = countQuestions(app, true);
  for (let call = 0; call < 30; call += 1) expect(await comeBack(app, token)).toMatchObject({ state: 'settling' });
  expect(bankCalls()).toBe(20);
  app.clock.advanceMinutes(1);
  await comeBack(app, token);
  expect(bankCalls()).toBe(21);
});

test('a bank that hangs is not asked again after ten failures in a row, and gets the others in the next run', async () => {
  const app = await startTestApp();
  for (let order = 0; order < 23; order += 1) await paid(app, 'lost');
  const bankCalls = countQuestions(app, false);
  app.clock.advanceMinutes(1);
  const rounds = [];
  for (let round = 0; round < 3; round += 1) {
    await sweepPayments.run(contextFor(app.deps), {});
    rounds.push(bankCalls());
  }
  expect(rounds).toEqual([10, 20, 23]);
});
