import { expect, test } from 'vitest';
import { createProvider } from '#server/sales/payments/banks/create-provider.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { bankOrders } from '#tests/factories/bank-calls.ts';
import { createEvent } from '#tests/factories/events.ts';
import { fillCart, paidWithoutCallback, payAtBank } from '#tests/factories/purchases.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const ticketsOf = ({ ctx }: TestApp) => ctx.db.$count(tickets);

test('a guest whose payment was approved while we were down gets its tickets, and pays nothing twice', async () => {
  const app = await startTestApp();
  const { user, eventId, token } = await paidWithoutCallback(app);
  // Longer than places are held: the cart is empty, and the bank has not been asked.
  app.clock.advanceMinutes(16);
  const api = app.api(await signInAgain(app.ctx, user.id));
  expect((await api.cart.get()).ticketItems).toEqual([]);
  await api.cart.addTicket({ eventId, quantity: 2 });
  expect((await api.cart.checkout()).redirect).toBe(`${app.deps.env.publicUrl}/successpayment?order=${token}`);
  expect(await bankOrders(app)).toHaveLength(1);
  expect(await ticketsOf(app)).toBe(2);
  expect((await api.cart.get()).ticketItems).toEqual([]);
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 2 });
});

test('so does one who changed the cart after paying, and who may then order more on purpose', async () => {
  const app = await startTestApp();
  const { user, eventId, token } = await paidWithoutCallback(app);
  const { id: other } = await createEvent(app.ctx);
  const api = app.api(user.accessToken);
  await api.cart.addTicket({ eventId: other });
  expect((await api.cart.checkout()).redirect).toContain(token);
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 2 });
  expect((await api.cart.checkout()).redirect).toContain('/fake-bank/pay/');
  expect(await bankOrders(app)).toHaveLength(2);
});

test('and one who took another place for the same event', async () => {
  const app = await startTestApp();
  const { user, eventId, token } = await paidWithoutCallback(app);
  const api = app.api(user.accessToken);
  await api.cart.updateTicket({ eventId, quantity: 3 });
  expect((await api.cart.checkout()).redirect).toContain(token);
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 2 });
});

test('who takes the same places again while the payment is open at the bank is led to that payment', async () => {
  const app = await startTestApp();
  const { api, eventId } = await fillCart(app);
  const { redirect } = await api.cart.checkout();
  await api.cart.removeTicket({ eventId });
  await api.cart.addTicket({ eventId });
  expect(await api.cart.checkout()).toEqual({ redirect });
  await payAtBank(app, redirect, 'decline');
  expect((await api.cart.checkout()).redirect).not.toBe(redirect);
  expect(await bankOrders(app)).toHaveLength(2);
});

test('while the bank does not say how an earlier payment ended, no second one is opened', async () => {
  const app = await startTestApp();
  const { user, eventId } = await paidWithoutCallback(app);
  app.clock.advanceMinutes(16);
  const api = app.api(await signInAgain(app.ctx, user.id));
  await api.cart.addTicket({ eventId, quantity: 2 });
  const bank = app.deps.payments;
  app.deps.payments = { ...bank, getStatus: createProvider(app.deps.env, () => 'http://127.0.0.1:1').getStatus };
  await expect(api.cart.checkout()).rejects.toMatchObject({ status: 409, body: { code: 'payment_may_come' } });
  expect(await bankOrders(app)).toHaveLength(1);
  app.deps.payments = bank;
  expect((await api.cart.checkout()).redirect).toContain('/successpayment');
  expect(await ticketsOf(app)).toBe(2);
});
