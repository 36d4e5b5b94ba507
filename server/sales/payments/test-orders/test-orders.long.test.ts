import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { fakeBankOrders } from '#server/fake-bank/fake-bank.table.ts';
import { findOpenAlerts } from '#server/platform/alerts/alerts.queries.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { ledgerEntries, payments } from '#server/sales/tables/payments.table.ts';
import { sweepPayments } from '#server/sales/payments/payments.jobs.ts';
import { realBanks, startDouble } from '#tests/factories/real-banks.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { bankTestOrders } from '#server/sales/tables/test-orders.table.ts';

async function open(env: Record<string, string> = {}) {
  const app = await startTestApp({ env });
  const owner = await createAdmin(app.ctx);
  const row = async () => (await app.ctx.db.select().from(bankTestOrders))[0];
  return { app, row, check: () => app.api(owner.accessToken).staffChecks.bank() };
}

/** Ends the bank's order as if a guest had been on its page. */
async function atBank({ ctx }: TestApp, id: string | null | undefined, status: 'completed' | 'rejected') {
  const now = ctx.clock.now();
  await ctx.db
    .update(fakeBankOrders)
    .set({ outcome: status === 'completed' ? 'approve' : 'decline', status, completesAt: now })
    .where(eq(fakeBankOrders.id, id ?? ''));
}

async function later(app: TestApp): Promise<void> {
  app.clock.advanceMinutes(6);
  await sweepPayments.run(app.ctx, {});
}

test('the bank opens an order of one lari and knows it; no order, payment or ledger of ours does', async () => {
  const { app, row, check } = await open();
  expect(await check()).toEqual({ state: 'answered', bank: 'fake', endsAt: '2026-11-20T18:12:00+04:00', answer: null });
  const [atTheBank] = await app.ctx.db.select().from(fakeBankOrders);
  expect(atTheBank).toMatchObject({ amountTetri: 100, externalOrderId: `test-${(await row())?.id}` });
  expect(await row()).toMatchObject({ state: 'open', providerOrderId: atTheBank?.id });
  for (const table of [orders, payments, ledgerEntries]) expect(await app.ctx.db.$count(table)).toBe(0);
  const [entry] = await app.ctx.db.select().from(auditEntries);
  expect(entry).toMatchObject({ action: 'bank.test', subject: 'club', detail: { provider: 'fake' } });
});

test('one that nobody pays is over when the bank ends it', async () => {
  const { app, row, check } = await open();
  await check();
  await atBank(app, (await row())?.providerOrderId, 'rejected');
  await later(app);
  expect(await row()).toMatchObject({ state: 'over' });
  expect(await findOpenAlerts(app.ctx.db)).toEqual([]);
});

test('one that is paid all the same raises an alert and is refunded, and then the alert ends', async () => {
  const { app, row, check } = await open();
  await check();
  await atBank(app, (await row())?.providerOrderId, 'completed');
  await later(app);
  expect(await row()).toMatchObject({ state: 'paid' });
  expect(await findOpenAlerts(app.ctx.db)).toMatchObject([{ kind: 'test_order_paid', subject: `test order ${(await row())?.id}` }]);
  await later(app);
  await later(app);
  expect(await row()).toMatchObject({ state: 'refunded' });
  expect(await findOpenAlerts(app.ctx.db)).toEqual([]);
  for (const table of [orders, payments, ledgerEntries]) expect(await app.ctx.db.$count(table)).toBe(0);
});

test.each(realBanks)('%s opens one, and gives the money of one that was paid back', async (name) => {
  const bank = await startDouble(name);
  const { app, row, check } = await open({ ...bank.env, PAYMENTS: bank.name });
  expect(await check()).toMatchObject({ state: 'answered', bank: name });
  const [id = ''] = bank.opened();
  bank.pay(id);
  await later(app);
  expect(bank.refundedTetri(id)).toBe(100);
  await later(app);
  expect(await row()).toMatchObject({ state: 'refunded' });
});

test('a bank that does not answer is told as such, and the log of staff has the try', async () => {
  const bank = await startDouble('bog');
  const { app, row, check } = await open({ ...bank.env, PAYMENTS: bank.name });
  bank.server.fail(bank.paths.create, 'failure');
  expect(await check()).toMatchObject({ state: 'silent', bank: 'bog', endsAt: null, answer: expect.any(String) });
  expect(await row()).toMatchObject({ state: 'open', providerOrderId: null });
  await later(app);
  expect(await app.ctx.db.$count(auditEntries)).toBe(1);
  bank.leadTo('bank.example');
  expect(await check()).toMatchObject({ state: 'refused', answer: expect.stringContaining('bank.example') });
});

test('only who may give money back opens one, ten in an hour', async () => {
  const { app, check } = await open({ RATE_LIMIT_SCALE: '1' });
  const desk = await createUser(app.ctx, { roles: ['Desk'] });
  await expect(app.api(desk.accessToken).staffChecks.bank()).rejects.toMatchObject({ status: 403 });
  for (let time = 0; time < 10; time += 1) await check();
  await expect(check()).rejects.toMatchObject({ status: 429 });
});
