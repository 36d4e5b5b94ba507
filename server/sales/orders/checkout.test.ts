import { expect, test } from 'vitest';
import { bankOrders } from '#tests/factories/bank-calls.ts';
import { findFaults } from '#tests/factories/books.ts';
import { fillCart, payAtBank, startBeside } from '#tests/factories/purchases.ts';
import { changeEvent } from '#tests/factories/stock.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { rawCall } from '#tests/setup/raw-call.ts';
import { payments } from '#server/sales/tables/payments.table.ts';
import { orders } from '#server/sales/tables/orders.table.ts';

const allOrders = (app: TestApp) => app.ctx.db.select().from(orders).orderBy(orders.id);
const allPayments = (app: TestApp) => app.ctx.db.select().from(payments).orderBy(payments.id);

test('checkout answers a page of the bank that asks for exactly the held price [§4.checkout §7.checkout]', async () => {
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

test.each([
  ['lang=ka', 'ka'],
  ['lang=fr', 'en'],
  ['', 'en'],
])('an order with the cookie %j of somebody whose account reads English is in the language %s', async (cookie, language) => {
  const app = await startTestApp();
  const { user } = await fillCart(app);
  const answer = await rawCall(app.url, '/api/Cart/checkout', { bearer: user.accessToken, cookie, body: {} });
  expect(answer.status).toBe(200);
  expect(await allOrders(app)).toMatchObject([{ language }]);
});

test('an empty cart cannot be checked out [§4.checkout §8.checkout]', async () => {
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
  const other = await startBeside(app);
  const { api, user } = await fillCart(app);
  const there = other.api(user.accessToken);
  const pressed = await Promise.all([api, there, api, there].map(({ cart }) => cart.checkout()));
  expect(new Set(pressed.map(({ redirect }) => redirect)).size).toBe(1);
  expect(await allPayments(app)).toHaveLength(1);
});

test('a changed cart is a new order, which takes the places over', async () => {
  const app = await startTestApp();
  const { api, eventId } = await fillCart(app, { allocation: 2 });
  const first = await api.cart.checkout();
  await api.cart.updateTicket({ eventId, quantity: 2 });
  const second = await api.cart.checkout();

  expect(second.redirect).not.toBe(first.redirect);
  expect((await bankOrders(app)).map(({ amountTetri }) => amountTetri)).toEqual([4000, 8000]);
  const { token } = await payAtBank(app, second.redirect, 'lost');
  expect(await api.payments.bankReturn({ body: { token } })).toEqual({ state: 'paid', eventIds: [eventId] });
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
  await api.payments.bankReturn({ body: { token } });
  expect((await api.tickets.mine()).map(({ basket }) => basket.price)).toEqual([33.33, 33.33, 33.33]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('control: without its guard the changed price would be charged (I6)', async () => {
  const app = await startTestApp({ without: 'heldPrice' });
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
  expect(await api.payments.bankReturn({ body: { token: payment?.returnToken ?? '' } })).toEqual({ state: 'paid', eventIds: [eventId] });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('pressing again after paying leads to the page of the paid order', async () => {
  const app = await startTestApp();
  const { api } = await fillCart(app);
  const { redirect } = await api.cart.checkout();
  const { token } = await payAtBank(app, redirect, 'lost');
  expect(await api.cart.checkout()).toEqual({ redirect: `${app.deps.env.publicUrl}/successpayment?order=${token}` });
  expect(await api.tickets.mine()).toHaveLength(1);
});

test('an expired line whose place is still free is held again at checkout', async () => {
  const app = await startTestApp();
  const { user, eventId } = await fillCart(app, { allocation: 1 });
  app.clock.advanceMinutes(20);
  const api = app.api(await signInAgain(app.ctx, user.id));
  await api.cart.checkout();
  expect((await api.cart.get()).ticketItems).toMatchObject([{ eventId, heldUntil: '2026-11-20T18:35:00+04:00' }]);
});

test('a place that went to somebody else meanwhile is said so once', async () => {
  const app = await startTestApp();
  const { user, eventId } = await fillCart(app, { allocation: 1 });
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
  expect(await api.cart.get()).toMatchObject({ ticketItems: [], expiredItems: [{ quantity: 1 }] });
  await expect(api.cart.checkout()).rejects.toMatchObject({ body: { code: 'cart_empty' } });
});

test.each([
  ['over', { startsAt: new Date('2026-11-20T08:00:00+04:00'), endsAt: new Date('2026-11-20T16:00:00+04:00') }, 'event_ended'],
  ['cancelled', { state: 'cancelled' as const }, 'not_on_sale'],
])('an event that is %s by now cannot be checked out', async (_, change, code) => {
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
