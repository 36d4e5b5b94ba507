import { expect, test } from 'vitest';
import { fakeBankOrders } from '#server/fake-bank/fake-bank.table.ts';
import { contextFor, withTransaction } from '#server/platform/context.ts';
import { createBog } from '#server/sales/payments/banks/bog.ts';
import { createProvider, fakeBankClient } from '#server/sales/payments/banks/create-provider.ts';
import type { PaymentProvider } from '#server/sales/payments/banks/provider.ts';
import { sweepPayments } from '#server/sales/payments/payments.jobs.ts';
import { payments } from '#server/sales/tables/payments.table.ts';
import { bankOrders } from '#tests/factories/bank-calls.ts';
import { placeOrder } from '#tests/factories/orders.ts';
import { fillCart } from '#tests/factories/purchases.ts';
import { createStaff, sell } from '#tests/factories/staff-money.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { openTestLog } from '#tests/setup/log-lines.ts';
import { orders } from '#server/sales/tables/orders.table.ts';

const allOrders = (app: TestApp) => app.ctx.db.select().from(orders).orderBy(orders.id);
const allPayments = (app: TestApp) => app.ctx.db.select().from(payments).orderBy(payments.id);

/** Sends payments to another bank until the returned function is called. */
function replaceBank(app: TestApp, bank: PaymentProvider): () => void {
  const own = app.deps.payments;
  app.deps.payments = bank;
  return () => {
    app.deps.payments = own;
  };
}

function fakeBankOptions({ url, deps }: TestApp): Parameters<typeof createBog>[0] {
  return {
    name: 'fake',
    ...fakeBankClient(deps.env),
    tokenUrl: `${url}/fake-bank/token`,
    apiUrl: `${url}/fake-bank/payments/v1`,
    callbackUrl: `${url}/api/payments/callback/fake`,
    publicKey: '',
    pages: () => true,
  };
}

test('a bank that does not answer is reported, the cart keeps its places, and the same payment continues later', async () => {
  const app = await startTestApp();
  const { api, user, eventId } = await fillCart(app);
  const plug = replaceBank(
    app,
    createProvider(app.deps.env, () => 'http://127.0.0.1:1'),
  );
  const headers = { authorization: `Bearer ${user.accessToken}` };
  const response = await fetch(`${app.url}/api/Cart/checkout`, { method: 'POST', headers });
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('10');
  expect(await response.json()).toMatchObject({ code: 'bank_unavailable' });
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 1, sold: 0 });

  plug();
  expect((await api.cart.checkout()).redirect).toContain('/fake-bank/pay/');
  expect(await allPayments(app)).toMatchObject([{ state: 'pending' }]);
});

test.each([
  ['refuses', { clientSecret: 'wrong' }],
  ['names a page that is not its own', { pages: () => false }],
])('when the bank %s the order ends, the cart stays and the next press is a new order', async (_, fault) => {
  const app = await startTestApp();
  const { api } = await fillCart(app);
  const plug = replaceBank(app, createBog({ ...fakeBankOptions(app), ...fault }));
  await expect(api.cart.checkout()).rejects.toMatchObject({ status: 503, body: { code: 'bank_unavailable' } });
  plug();
  expect((await api.cart.checkout()).redirect).toContain('/fake-bank/pay/');
  expect((await allOrders(app)).map(({ state }) => state)).toEqual(['failed', 'pending']);
});

test('a crash before the bank was asked is repaired by the next press', async () => {
  const app = await startTestApp();
  const { api, user } = await fillCart(app);
  await withTransaction(app.ctx, (tx) => placeOrder(tx, user.id));
  expect(await bankOrders(app)).toEqual([]);

  expect((await api.cart.checkout()).redirect).toContain('/fake-bank/pay/');
  expect(await allPayments(app)).toMatchObject([{ state: 'pending' }]);
});

test('a crash after the bank was asked makes no second order there', async () => {
  const app = await startTestApp();
  const { api } = await fillCart(app);
  const first = await api.cart.checkout();
  await app.ctx.db.update(payments).set({ state: 'created', providerOrderId: null, redirectUrl: null });

  expect(await api.cart.checkout()).toEqual(first);
  expect(await bankOrders(app)).toHaveLength(1);
});

test('the sweeper brings a payment that crashed early to the bank, or ends it when its time is over', async () => {
  const app = await startTestApp();
  const { user } = await fillCart(app);
  await withTransaction(app.ctx, (tx) => placeOrder(tx, user.id));
  app.clock.advanceMinutes(1);
  await sweepPayments.run(app.ctx, {});
  expect(await allPayments(app)).toMatchObject([{ state: 'pending' }]);

  await app.ctx.db.update(payments).set({ state: 'created', providerOrderId: null, redirectUrl: null });
  app.clock.advanceMinutes(30);
  await sweepPayments.run(app.ctx, {});
  expect(await allPayments(app)).toMatchObject([{ state: 'failed' }]);
  expect(await allOrders(app)).toMatchObject([{ state: 'failed' }]);
});

test('a payment that ended at the bank without our hearing of it is not answered again', async () => {
  const app = await startTestApp();
  const { api } = await fillCart(app);
  const first = await api.cart.checkout();
  await app.ctx.db.update(fakeBankOrders).set({ status: 'rejected' });
  expect((await api.cart.checkout()).redirect).not.toBe(first.redirect);
});

test('why a bank was of no use stands in the log, for the checkout and for the sweeper', async () => {
  const { log, lines } = openTestLog();
  const app = await startTestApp({ log });
  const { api } = await fillCart(app);
  const plug = replaceBank(app, createBog({ ...fakeBankOptions(app), clientSecret: 'a wrong one' }));
  await expect(api.cart.checkout()).rejects.toMatchObject({ status: 503 });
  const refused = 'The bank refused with status 401.';
  expect(lines.filter(({ code }) => code === 'bank_unavailable')).toMatchObject([{ err: { message: refused } }]);

  plug();
  await api.cart.checkout();
  replaceBank(app, createBog({ ...fakeBankOptions(app), clientSecret: 'a wrong one' }));
  app.clock.advanceMinutes(1);
  await sweepPayments.run(contextFor(app.deps), {});
  expect(lines.filter(({ msg }) => msg === 'a request to the bank failed')).toMatchObject([{ outcome: 'refused', reason: refused }]);
});

test('why a bank refused a refund stands in the log', async () => {
  const { log, lines } = openTestLog();
  const app = await startTestApp({ log });
  const { orderId } = await sell(app);
  const staff = await createStaff(app);
  const bank = app.deps.payments;
  replaceBank(app, { ...bank, refund: createBog({ ...fakeBankOptions(app), clientSecret: 'a wrong one' }).refund });
  await staff.api.refundOrder({ id: orderId, body: { reason: 'The lights failed' } });
  expect(lines.filter(({ msg }) => msg === 'the bank refused a refund')).toMatchObject([{ reason: 'The bank refused with status 401.' }]);
});
