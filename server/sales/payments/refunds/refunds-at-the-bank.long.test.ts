import { expect, test } from 'vitest';
import { bankOrders, callBack, falsify } from '#tests/factories/bank-calls.ts';
import { findFaults } from '#tests/factories/books.ts';
import { startBeside } from '#tests/factories/purchases.ts';
import { allPayments, allRefunds, createStaff, moneyBack, sell, sweepAll } from '#tests/factories/staff-money.ts';
import { signInAgain } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { alerts } from '#server/platform/platform.table.ts';
import { createProvider } from '#server/sales/payments/banks/create-provider.ts';
import { BankError } from '#server/sales/payments/banks/provider.ts';

const body = { reason: 'The guest asked for it.' };
const refused = (code: string, status = 409) => ({ status, body: { code } });

test('a refund whose server is still waiting for the bank, or dead, is answered by another one as promised', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, ticketIds } = await sell(app);
  const called = Promise.withResolvers<void>();
  const silence = Promise.withResolvers<undefined>();
  const refund = () => {
    called.resolve();
    return silence.promise;
  };
  app.deps.payments = { ...app.deps.payments, refund };
  const input = { id: orderId, body: { ...body, tickets: ticketIds.slice(0, 1) } };
  const key = { idempotencyKey: 'once' };
  const first = staff.api.refundOrder(input, key);
  await called.promise;
  const other = await startBeside(app);
  const beside = other.api(await signInAgain(app.ctx, staff.id)).staffMoney;
  expect(await beside.refundOrder(input, key)).toMatchObject({ state: 'intended', amount: 40, tickets: input.body.tickets });
  silence.reject(new BankError('unknown', 'No answer.'));
  expect(await first).toMatchObject({ state: 'unknown' });
  expect(await allRefunds(app)).toMatchObject([{ amountTetri: 4000 }]);
});

test('while the bank is away a refund stays promised, and the sweeper continues it', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, ticketIds } = await sell(app);
  const bank = app.deps.payments;
  app.deps.payments = createProvider(app.deps.env, () => 'http://127.0.0.1:1');
  expect(await staff.api.refundOrder({ id: orderId, body })).toMatchObject({ state: 'intended' });
  const [ticketId = 0] = ticketIds;
  await expect(staff.door.scan({ body: { isReject: false, ticketId } })).rejects.toMatchObject(refused('ticket_refunded'));
  app.deps.payments = bank;
  await sweepAll(app);
  expect(await allRefunds(app)).toMatchObject([{ state: 'confirmed' }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('refunds of one payment are asked for one after the other', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, ticketIds } = await sell(app);
  const bank = app.deps.payments;
  const refundedBefore: number[] = [];
  app.deps.payments = {
    ...bank,
    refund: async (request) => {
      refundedBefore.push(request.refundedBeforeTetri);
      if (refundedBefore.length === 1) throw new BankError('refused', 'Too soon.');
      await bank.refund(request);
    },
  };
  for (const ticketId of ticketIds) await staff.api.refundOrder({ id: orderId, body: { ...body, tickets: [ticketId] } });
  expect(await allRefunds(app)).toMatchObject([{ state: 'intended', refusals: 1 }, { state: 'intended' }]);
  await sweepAll(app);
  await sweepAll(app);
  expect(refundedBefore).toEqual([0, 0, 4000]);
  expect(await allPayments(app)).toMatchObject([{ state: 'refunded' }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a refund that the bank keeps refusing becomes failed with an alert, and staff can ask again', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId } = await sell(app);
  const bank = app.deps.payments;
  const keys = new Set<string>();
  app.deps.payments = {
    ...bank,
    refund: async ({ idempotencyKey }) => {
      keys.add(idempotencyKey);
      throw new BankError('refused', 'No.');
    },
  };
  const { id } = await staff.api.refundOrder({ id: orderId, body });
  for (let round = 0; round < 12; round++) await sweepAll(app);
  expect(keys.size).toBe(9);
  expect(await allRefunds(app)).toMatchObject([{ state: 'failed', refusals: 9 }]);
  expect((await staff.alerts.list({})).items).toMatchObject([{ kind: 'refund_failed', subject: `refund ${id}` }]);
  expect(await findFaults(app.ctx)).toEqual([]);

  app.deps.payments = bank;
  expect(await staff.api.retryRefund({ id })).toMatchObject({ state: 'confirmed' });
  expect((await staff.alerts.list({})).items).toEqual([]);
  await expect(staff.api.retryRefund({ id })).rejects.toMatchObject(refused('conflict'));
  expect(await allPayments(app)).toMatchObject([{ state: 'refunded' }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a guest who comes back does not use up the attempts of a refused refund', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, token } = await sell(app);
  app.deps.payments = { ...app.deps.payments, refund: () => Promise.reject(new BankError('refused', 'No.')) };
  await staff.api.refundOrder({ id: orderId, body });
  for (let visit = 0; visit < 5; visit++) await app.api().payments.bankReturn({ body: { token } });
  expect(await allRefunds(app)).toMatchObject([{ refusals: 1 }]);
});

test('a refund the bank does not show for a day calls for a person', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId } = await sell(app);
  const bank = app.deps.payments;
  app.deps.payments = { ...bank, refund: async () => undefined };
  await staff.api.refundOrder({ id: orderId, body });
  app.clock.advanceMinutes(25 * 60);
  await sweepAll(app);
  await sweepAll(app);
  expect(await app.ctx.db.select().from(alerts)).toMatchObject([{ kind: 'refund_slow', resolvedAt: null }]);
});

test('the bank reports a finished refund by a callback', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, ticketIds } = await sell(app);
  const bank = app.deps.payments;
  app.deps.payments = { ...bank, refund: async () => undefined };
  const refund = await staff.api.refundOrder({ id: orderId, body: { ...body, tickets: ticketIds.slice(0, 1) } });
  expect(refund).toMatchObject({ state: 'sent' });
  const [order] = await bankOrders(app);
  if (!order) throw new Error('The bank knows no order.');
  await falsify(app, order, { refundedTetri: 4_000, status: 'refunded_partially' });
  expect(await callBack(app, order)).toBe(200);
  expect(await allRefunds(app)).toMatchObject([{ state: 'confirmed' }]);
  expect(await allPayments(app)).toMatchObject([{ state: 'paid' }]);
});

test('what was given back by hand at the bank is booked here and not sent again', async () => {
  const app = await startTestApp();
  const staff = await createStaff(app);
  const { orderId, ticketIds } = await sell(app);
  const [order] = await bankOrders(app);
  if (!order) throw new Error('The bank knows no order.');
  await falsify(app, order, { refundedTetri: 4_000, status: 'refunded_partially' });
  const refund = await staff.api.refundOrder({ id: orderId, body: { ...body, tickets: ticketIds.slice(0, 1) } });
  expect(refund).toMatchObject({ state: 'confirmed', amount: 40 });
  expect(await moneyBack(app)).toBe(0);
  expect(await findFaults(app.ctx)).toEqual([]);
});
