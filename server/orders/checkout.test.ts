import { expect, test } from 'vitest';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { payAtBank } from '#tests/factories/purchases.ts';
import { changeEvent, stockOf } from '#tests/factories/stock.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { withTransaction } from '#server/context.ts';
import { fakeBankOrders } from '#server/fake-bank/fake-bank.table.ts';
import { FAKE_BANK_CLIENT } from '#server/fake-bank/credentials.ts';
import { createBog } from '#server/payments/bog.ts';
import { createProvider } from '#server/payments/create-provider.ts';
import { sweepPayments } from '#server/payments/payments.jobs.ts';
import { payments } from '#server/payments/payments.table.ts';
import type { PaymentProvider } from '#server/payments/provider.ts';
import { orders } from './orders.table.ts';
import { placeOrder } from './place-order.ts';

async function fillCart(app: TestApp, fields: Parameters<typeof createEvent>[1] = {}, quantity = 1) {
  const { id: eventId } = await createEvent(app.ctx, fields);
  const user = await createUser(app.ctx);
  const api = app.api(user.accessToken);
  await api.cart.addTicket({ eventId, quantity });
  return { eventId, user, api };
}

const allOrders = (app: TestApp) => app.ctx.db.select().from(orders).orderBy(orders.id);
const allPayments = (app: TestApp) => app.ctx.db.select().from(payments).orderBy(payments.id);
const bankOrders = (app: TestApp) => app.ctx.db.select().from(fakeBankOrders).orderBy(fakeBankOrders.createdAt);

/** The payments go to another bank until the answer is called. */
function replaceBank(app: TestApp, bank: PaymentProvider): () => void {
  const own = app.deps.payments;
  app.deps.payments = bank;
  return () => {
    app.deps.payments = own;
  };
}

function fakeBankOptions({ url }: TestApp): Parameters<typeof createBog>[0] {
  return {
    name: 'fake',
    ...FAKE_BANK_CLIENT,
    tokenUrl: () => `${url}/fake-bank/token`,
    apiUrl: () => `${url}/fake-bank/payments/v1`,
    callbackUrl: () => `${url}/api/payments/callback/fake`,
    publicKey: async () => '',
    isBankPage: () => true,
  };
}

test('checkout answers a page of the bank that asks for exactly the held price', async () => {
  const app = await startTestApp();
  const { api, user } = await fillCart(app, { priceTetri: 4050 }, 2);
  const { redirect } = await api.cart.checkout();

  const [bankOrder] = await bankOrders(app);
  expect(redirect).toBe(`${app.deps.env.publicUrl}/fake-bank/pay/${bankOrder?.id}`);
  expect(bankOrder).toMatchObject({ amountTetri: 8100, currency: 'GEL', status: 'created' });
  expect(await allOrders(app)).toMatchObject([{ userId: user.id, state: 'pending', totalTetri: 8100 }]);
  expect(await allPayments(app)).toMatchObject([{ state: 'pending', amountTetri: 8100, providerOrderId: bankOrder?.id }]);
  expect(bankOrder?.externalOrderId).toBe(String((await allOrders(app))[0]?.id));
});

test('an empty cart cannot be checked out', async () => {
  const app = await startTestApp();
  const { accessToken } = await createUser(app.ctx);
  await expect(app.api(accessToken).cart.checkout()).rejects.toMatchObject({
    status: 400,
    body: { code: 'cart_empty', message: 'Your cart is empty. Please add items to your cart before checking out.' },
  });
});

test('pressing again, also twice at once, answers the same live payment', async () => {
  const app = await startTestApp();
  const { api } = await fillCart(app);
  const pressed = await Promise.all(Array.from({ length: 6 }, () => api.cart.checkout()));
  pressed.push(await api.cart.checkout());

  expect(new Set(pressed.map(({ redirect }) => redirect)).size).toBe(1);
  expect(await allPayments(app)).toHaveLength(1);
  expect(await bankOrders(app)).toHaveLength(1);
});

test('two servers on one database make one payment of two presses at once', async () => {
  const app = await startTestApp();
  const other = await startTestApp({
    databaseUrl: app.deps.env.databaseUrl ?? '',
    env: { PUBLIC_URL: app.deps.env.publicUrl },
    clock: app.clock,
  });
  const { api, user } = await fillCart(app);
  const there = other.api(user.accessToken);
  const pressed = await Promise.all([api, there, api, there].map(({ cart }) => cart.checkout()));
  expect(new Set(pressed.map(({ redirect }) => redirect)).size).toBe(1);
  expect(await allPayments(app)).toHaveLength(1);
});

test('a changed cart is a new order, which takes the places over', async () => {
  const app = await startTestApp();
  const { api, eventId } = await fillCart(app, { quota: 2 });
  const first = await api.cart.checkout();
  await api.cart.updateTicket({ eventId, quantity: 2 });
  const second = await api.cart.checkout();

  expect(second.redirect).not.toBe(first.redirect);
  expect((await bankOrders(app)).map(({ amountTetri }) => amountTetri)).toEqual([4000, 8000]);
  const { token } = await payAtBank(app, second.redirect, 'lost');
  expect(await api.payments.returned({ body: { token } })).toEqual({ state: 'paid', eventIds: [eventId] });
  expect(await api.tickets.mine()).toHaveLength(2);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('after a decline the cart is still there and the next press is a new payment', async () => {
  const app = await startTestApp();
  const { api } = await fillCart(app);
  const first = await api.cart.checkout();
  const { page } = await payAtBank(app, first.redirect, 'decline');
  expect(page).toBe('/failpayment');
  expect((await api.cart.get()).ticketItems).toHaveLength(1);

  const second = await api.cart.checkout();
  expect(second.redirect).not.toBe(first.redirect);
  expect((await allOrders(app)).map(({ state }) => state)).toEqual(['failed', 'pending']);
});

test('the price charged is the price held, whatever the owner changes meanwhile (I6)', async () => {
  const app = await startTestApp();
  const { api, eventId } = await fillCart(app, { priceTetri: 3333 }, 3);
  await changeEvent(app.ctx, eventId, { priceTetri: 9900 });
  const { redirect } = await api.cart.checkout();
  expect(await bankOrders(app)).toMatchObject([{ amountTetri: 9999 }]);

  const { token } = await payAtBank(app, redirect, 'lost');
  await api.payments.returned({ body: { token } });
  expect((await api.tickets.mine()).map(({ basket }) => basket.price)).toEqual([33.33, 33.33, 33.33]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('without its guard the changed price would be charged (control of I6)', async () => {
  const app = await startTestApp({ guards: { heldPrice: false } });
  const { api, eventId } = await fillCart(app, { priceTetri: 4000 });
  await changeEvent(app.ctx, eventId, { priceTetri: 9900 });
  await api.cart.checkout();
  expect(await bankOrders(app)).toMatchObject([{ amountTetri: 9900 }]);
});

test('a cart that costs nothing is paid without a bank', async () => {
  const app = await startTestApp();
  const { api, eventId } = await fillCart(app, { priceTetri: 0 }, 2);
  const { redirect } = await api.cart.checkout();
  const [payment] = await allPayments(app);
  expect(redirect).toBe(`${app.deps.env.publicUrl}/successpayment?order=${payment?.returnToken}`);
  expect(await bankOrders(app)).toEqual([]);
  expect(await api.tickets.mine()).toHaveLength(2);
  expect(await api.payments.returned({ body: { token: payment?.returnToken ?? '' } })).toEqual({ state: 'paid', eventIds: [eventId] });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a bank that does not answer is said so, the cart keeps its places, and the same payment goes on later', async () => {
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
  ['names a page that is not its own', { isBankPage: () => false }],
])('when the bank %s the order ends, the cart stays and the next press is a new order', async (_, fault) => {
  const app = await startTestApp();
  const { api } = await fillCart(app);
  const plug = replaceBank(app, createBog({ ...fakeBankOptions(app), ...fault }));
  await expect(api.cart.checkout()).rejects.toMatchObject({ status: 503, body: { code: 'bank_unavailable' } });
  plug();
  expect((await api.cart.checkout()).redirect).toContain('/fake-bank/pay/');
  expect((await allOrders(app)).map(({ state }) => state)).toEqual(['failed', 'pending']);
});

test('a crash before the bank was asked is mended by the next press', async () => {
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
  await sweepPayments(app.ctx, {});
  expect(await allPayments(app)).toMatchObject([{ state: 'pending' }]);

  await app.ctx.db.update(payments).set({ state: 'created', providerOrderId: null, redirectUrl: null });
  app.clock.advanceMinutes(30);
  await sweepPayments(app.ctx, {});
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

test('pressing again after paying leads to the page of the paid order', async () => {
  const app = await startTestApp();
  const { api } = await fillCart(app);
  const { redirect } = await api.cart.checkout();
  const { token } = await payAtBank(app, redirect, 'lost');
  expect(await api.cart.checkout()).toEqual({ redirect: `${app.deps.env.publicUrl}/successpayment?order=${token}` });
  expect(await api.tickets.mine()).toHaveLength(1);
});

test('a line whose time ran out but whose place nobody took is held again at checkout', async () => {
  const app = await startTestApp();
  const { user, eventId } = await fillCart(app, { quota: 1 });
  app.clock.advanceMinutes(20);
  const api = app.api(await signInAgain(app.ctx, user.id));
  await api.cart.checkout();
  expect((await api.cart.get()).ticketItems).toMatchObject([{ eventId, heldUntil: '2026-11-20T18:35:00+04:00' }]);
});

test('a place that went to somebody else meanwhile is said so once', async () => {
  const app = await startTestApp();
  const { user, eventId } = await fillCart(app, { quota: 1 });
  app.clock.advanceMinutes(20);
  const other = await createUser(app.ctx);
  await app.api(other.accessToken).cart.addTicket({ eventId });

  const api = app.api(await signInAgain(app.ctx, user.id));
  await expect(api.cart.checkout()).rejects.toMatchObject({ status: 409, body: { code: 'hold_expired' } });
  await expect(api.cart.checkout()).rejects.toMatchObject({ status: 400, body: { code: 'cart_empty' } });
});

test('a line that was seen to be gone is not bought silently', async () => {
  const app = await startTestApp();
  const { user } = await fillCart(app);
  app.clock.advanceMinutes(20);
  const api = app.api(await signInAgain(app.ctx, user.id));
  expect(await api.cart.get()).toEqual({ ticketItems: [] });
  await expect(api.cart.checkout()).rejects.toMatchObject({ body: { code: 'cart_empty' } });
});

test.each([
  ['over', { startsAt: new Date('2026-11-20T08:00:00+04:00'), endsAt: new Date('2026-11-20T16:00:00+04:00') }, 'event_ended'],
  ['cancelled', { state: 'cancelled' as const }, 'not_on_sale'],
])('a night that is %s by now cannot be checked out', async (_, change, code) => {
  const app = await startTestApp();
  const { api, eventId } = await fillCart(app);
  await changeEvent(app.ctx, eventId, change);
  await expect(api.cart.checkout()).rejects.toMatchObject({ status: 409, body: { code } });
  expect(await allOrders(app)).toEqual([]);
});

test('an Idempotency-Key repeats the first answer', async () => {
  const app = await startTestApp();
  const { api, eventId } = await fillCart(app);
  const options = { idempotencyKey: 'press-1' };
  const first = await api.cart.checkout({}, options);
  await api.cart.updateTicket({ eventId, quantity: 2 });
  expect(await api.cart.checkout({}, options)).toEqual(first);
});
