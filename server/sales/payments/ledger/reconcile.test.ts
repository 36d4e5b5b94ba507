import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { alertFact } from '#server/platform/alerts/alerts.mail.ts';
import { alerts } from '#server/platform/platform.table.ts';
import { contextFor } from '#server/platform/context.ts';
import { createProvider } from '#server/sales/payments/banks/create-provider.ts';
import { payments, ledgerEntries } from '#server/sales/tables/payments.table.ts';
import { addDays } from '#shared/dates.ts';
import { moneyText as gel } from '#shared/money.ts';
import { bankOrderOf, bankOrders, falsify } from '#tests/factories/bank-calls.ts';
import { comeBack, paidWithoutCallback } from '#tests/factories/purchases.ts';
import { allPayments, createStaff, sell, sweepAll } from '#tests/factories/staff-money.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { bookIncome, insertMovements } from './ledger.ts';
import { reconcileBooks } from './reconcile.jobs.ts';
import { reconcile } from './reconcile.ts';

const compare = async (app: TestApp): Promise<string[]> => {
  const { differences } = await reconcile(app.ctx, addDays(app.clock.now(), -14));
  return differences.map(({ sentence }) => sentence.replace(/^.*\): /, ''));
};

/** A sale of two places, one of them refunded, and its row at the bank. */
async function soldAndRefunded(app: TestApp) {
  const staff = await createStaff(app);
  const { orderId, ticketIds } = await sell(app);
  await staff.api.refundOrder({ id: orderId, body: { reason: 'Ill.', tickets: ticketIds.slice(0, 1) } });
  const [order] = await bankOrders(app);
  if (!order) throw new Error('The bank knows no order.');
  return { orderId, order };
}

test('books that agree with the bank differ nowhere', async () => {
  const app = await startTestApp();
  await soldAndRefunded(app);
  const { redirect, token } = await paidWithoutCallback(app);
  await falsify(app, await bankOrderOf(app, redirect), { reportedTetri: 1 });
  await comeBack(app, token);
  expect(await reconcile(app.ctx, addDays(app.clock.now(), -14))).toEqual({ compared: 2, differences: [] });
});

test('money that the bank took or gave back without us is a difference', async () => {
  const app = await startTestApp();
  const { order } = await soldAndRefunded(app);
  await falsify(app, order, { refundedTetri: 8_000, status: 'refunded' });
  expect(await compare(app)).toEqual([`The bank refunded ${gel(80)}; our records say ${gel(40)}.`]);
  await falsify(app, order, { reportedTetri: 9_000, refundedTetri: 4_000, status: 'completed' });
  expect(await compare(app)).toEqual([`The bank took ${gel(90)}; our records say ${gel(80)}.`]);
});

test('money on its way is a difference only after an hour', async () => {
  const app = await startTestApp();
  await paidWithoutCallback(app);
  expect(await compare(app)).toEqual([]);
  app.clock.advanceMinutes(61);
  expect(await compare(app)).toEqual([`The bank took ${gel(80)}; our records say ${gel(0)}.`]);
});

test('our own books are compared with each other', async () => {
  const app = await startTestApp();
  await soldAndRefunded(app);
  await app.ctx.db.update(payments).set({ capturedTetri: 8_100 });
  expect(await compare(app)).toEqual([
    `The ledger shows ${gel(40)} at the bank; payment and refunds make ${gel(41)}.`,
    `The bank took ${gel(80)}; our records say ${gel(81)}.`,
  ]);
  await app.ctx.db.update(payments).set({ capturedTetri: 8_000, refundTetri: 5_000 });
  expect(await compare(app)).toEqual([`Refunds add up to ${gel(40)}; the payment says ${gel(50)}.`]);
});

test('a bank that does not answer is reported, and an old finished payment is left alone', async () => {
  const app = await startTestApp();
  await soldAndRefunded(app);
  app.deps.payments = createProvider(app.deps.env, () => 'http://127.0.0.1:1');
  const [sentence] = (await reconcile(contextFor(app.deps), addDays(app.clock.now(), -14))).differences;
  expect(sentence?.sentence).toMatch(/^payment \d+ \(order \d+, fake [\w-]+\): The bank didn’t answer\. ./);
  app.clock.advanceMinutes(15 * 24 * 60);
  expect(await reconcile(contextFor(app.deps), addDays(app.clock.now(), -14))).toEqual({ compared: 0, differences: [] });
});

test('the check of each night raises one alert for a difference and ends it when the books agree again', async () => {
  const app = await startTestApp();
  const { order } = await soldAndRefunded(app);
  const [payment] = await allPayments(app);
  await falsify(app, order, { refundedTetri: 6_000 });
  await reconcileBooks.run(app.ctx, {});
  await reconcileBooks.run(app.ctx, {});
  const detail = expect.stringContaining(`The bank refunded ${gel(60)}; our records say ${gel(40)}.`);
  const raised = await app.ctx.db.select().from(alerts);
  expect(raised).toMatchObject([{ kind: 'books_differ', subject: `payment ${payment?.id}`, detail, resolvedAt: null }]);
  const [, text] = raised.flatMap((alert) => alertFact(alert, 'ka'));
  expect(text).toContain(`ბანკმა დააბრუნა ${gel(60)}, ჩვენთან წერია ${gel(40)}.`);
  expect(text).not.toMatch(/[a-z]/i);
  await falsify(app, order, { refundedTetri: 4_000 });
  await reconcileBooks.run(app.ctx, {});
  expect((await app.ctx.db.select().from(alerts))[0]?.resolvedAt).toEqual(app.clock.now());
});

test('the ledger takes nothing back, writes a movement once, and only what balances', async () => {
  const app = await startTestApp();
  await soldAndRefunded(app);
  const { db } = app.ctx;
  const [payment] = await allPayments(app);
  if (!payment) throw new Error('There is no payment.');
  for (const who of [db, app.owner]) {
    await expect(who.update(ledgerEntries).set({ amountTetri: 1 })).rejects.toThrow();
    await expect(who.delete(ledgerEntries).where(eq(ledgerEntries.paymentId, payment.id))).rejects.toThrow();
    await expect(who.execute('truncate ledger_entries')).rejects.toThrow();
  }
  await expect(bookIncome(app.ctx, [payment], 'sales')).rejects.toThrow();
  const entry = {
    movement: 'alone',
    paymentId: payment.id,
    account: 'bank',
    amountTetri: 5,
    currency: 'GEL',
    createdAt: app.clock.now(),
  } as const;
  await expect(db.insert(ledgerEntries).values(entry)).rejects.toMatchObject({ cause: { code: '23514' } });
  const two = { paymentId: payment.id, refundId: null, debit: 'bank', credit: 'sales', amountTetri: 5 } as const;
  await insertMovements(db, [{ ...two, movement: 'both', currency: 'GEL' }], app.clock.now());
  await expect(
    db.insert(ledgerEntries).values([
      { ...entry, movement: 'mixed' },
      { ...entry, movement: 'mixed', account: 'sales', amountTetri: -5, currency: 'USD' },
    ]),
  ).rejects.toMatchObject({ cause: { code: '23514' } });
});

test('control: without its trigger the ledger would take half a movement', async () => {
  const app = await startTestApp();
  await soldAndRefunded(app);
  const [payment] = await allPayments(app);
  await app.owner.execute('drop trigger ledger_entries_balance on ledger_entries');
  await app.ctx.db.insert(ledgerEntries).values({
    movement: 'alone',
    paymentId: payment?.id ?? 0,
    account: 'sales',
    amountTetri: 5,
    currency: 'GEL',
    createdAt: app.clock.now(),
  });
  await sweepAll(app);
  expect(await compare(app)).toEqual([`Ledger entries add up to ${gel(0.05)} instead of 0.`]);
});
