import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ticketTypes } from '#server/content/content.table.ts';
import { findFaults } from '#tests/factories/books.ts';
import { bankOrders } from '#tests/factories/bank-calls.ts';
import { fillCart } from '#tests/factories/purchases.ts';
import { changeEvent, stockOf } from '#tests/factories/stock.ts';
import { signInAgain } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const closeSale = ({ ctx, clock }: TestApp, eventId: number) =>
  ctx.db.update(ticketTypes).set({ onSaleUntil: clock.now() }).where(eq(ticketTypes.eventId, eventId));

const changes: [string, (app: TestApp, eventId: number) => Promise<unknown>][] = [
  ['was raised', ({ ctx }, eventId) => changeEvent(ctx, eventId, { priceTetri: 8500 })],
  ['was lowered', ({ ctx }, eventId) => changeEvent(ctx, eventId, { priceTetri: 2000 })],
  ['was taken away', ({ ctx }, eventId) => changeEvent(ctx, eventId, { priceTetri: null })],
  ['is not asked any more since the sale closed', closeSale],
];

test.each(changes)('more places at a price that %s are refused; the held ones keep it and may become fewer', async (_, change) => {
  const app = await startTestApp();
  const { eventId, api } = await fillCart(app, { priceTetri: 3500, allocation: 10 }, 2);
  await change(app, eventId);

  await expect(api.cart.updateTicket({ eventId, quantity: 4 })).rejects.toMatchObject({
    status: 409,
    body: { code: 'price_changed', message: expect.stringContaining('price') },
  });
  expect((await api.cart.get()).ticketItems).toMatchObject([{ quantity: 2, price: 35 }]);
  expect(await api.cart.updateTicket({ eventId, quantity: 2 })).toMatchObject({ quantity: 2, price: 35 });
  expect(await api.cart.updateTicket({ eventId, quantity: 1 })).toMatchObject({ quantity: 1, price: 35 });
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 1, sold: 0 });
  await api.cart.checkout();
  expect(await bankOrders(app)).toMatchObject([{ amountTetri: 3500 }]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test.each(changes)('a line whose time ran out is not held again at a price that %s', async (_, change) => {
  const app = await startTestApp();
  const { eventId, user } = await fillCart(app, { priceTetri: 3500, allocation: 10 });
  await change(app, eventId);
  app.clock.advanceMinutes(16);
  const { cart } = app.api(await signInAgain(app.ctx, user.id));
  await expect(cart.checkout()).rejects.toMatchObject({ status: 409, body: { code: 'hold_expired' } });
  expect(await bankOrders(app)).toEqual([]);
});
