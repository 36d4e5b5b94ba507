import { expect, test } from 'vitest';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { buy, fillCart, startBeside } from '#tests/factories/purchases.ts';
import { changeEvent, stockOf } from '#tests/factories/stock.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { expireHolds } from '#server/sales/inventory/holds.jobs.ts';

/** Signs the guest in again, because the access token has expired too. */
const back = async (app: TestApp, userId: number) => app.api(await signInAgain(app.ctx, userId));

test('a line that ran out stays in the cart as such, on every device and after every look', async () => {
  const app = await startTestApp();
  const { eventId, user } = await fillCart(app, { allocation: 5 }, 2);
  app.clock.advanceMinutes(15);
  const other = await startBeside(app);
  const [here, there] = [await back(app, user.id), other.api(await signInAgain(app.ctx, user.id))];
  for (const api of [here, there, here]) {
    expect(await api.cart.get()).toMatchObject({
      ticketItems: [],
      expiredItems: [{ eventId, quantity: 2, event: { nameLat: 'Night', baskets: [{ available: 5 }] } }],
      answeredAt: '2026-11-20T18:15:00+04:00',
    });
  }
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 0 });
});

test('it is the same whether the sweeper, the guest or somebody in need of the place found it first', async () => {
  const app = await startTestApp();
  const { eventId, user } = await fillCart(app, { allocation: 1 });
  app.clock.advanceMinutes(15);
  await expireHolds.run(app.ctx, {});
  const api = await back(app, user.id);
  expect((await api.cart.get()).expiredItems).toMatchObject([{ eventId, quantity: 1 }]);

  await api.cart.addTicket({ eventId });
  app.clock.advanceMinutes(15);
  const rival = await createUser(app.ctx);
  await app.api(rival.accessToken).cart.addTicket({ eventId });
  expect((await (await back(app, user.id)).cart.get()).expiredItems).toMatchObject([{ event: { baskets: [{ available: 0 }] } }]);
});

test('taking a place again makes it a line like any other, at the price of now', async () => {
  const app = await startTestApp();
  const { eventId, user } = await fillCart(app, { priceTetri: 3000 });
  app.clock.advanceMinutes(15);
  await changeEvent(app.ctx, eventId, { priceTetri: 4500 });
  const api = await back(app, user.id);
  await api.cart.get();
  expect(await api.cart.addTicket({ eventId })).toMatchObject({ price: 45, heldUntil: '2026-11-20T18:30:00+04:00' });
  expect(await api.cart.get()).toMatchObject({ ticketItems: [{ eventId, price: 45 }], expiredItems: [] });
});

test('when the place is gone meanwhile, taking it again says so and the line stays', async () => {
  const app = await startTestApp();
  const { eventId, user } = await fillCart(app, { allocation: 1 });
  app.clock.advanceMinutes(15);
  const rival = await createUser(app.ctx);
  await app.api(rival.accessToken).cart.addTicket({ eventId });
  const api = await back(app, user.id);
  await expect(api.cart.addTicket({ eventId })).rejects.toMatchObject({ status: 409, body: { code: 'sold_out' } });
  expect((await api.cart.get()).expiredItems).toMatchObject([{ eventId }]);
});

test('a line that ran out is removed like any other', async () => {
  const app = await startTestApp();
  const { eventId, user } = await fillCart(app);
  app.clock.advanceMinutes(15);
  const api = await back(app, user.id);
  await api.cart.get();
  expect(await api.cart.removeTicket({ eventId })).toEqual({});
  expect((await api.cart.get()).expiredItems).toEqual([]);
});

test('a line that ran out is forgotten after a day, and when its event is over', async () => {
  const app = await startTestApp();
  const { user } = await fillCart(app, { startsAt: new Date('2026-11-28T23:00:00+04:00') });
  const over = await createEvent(app.ctx, {
    startsAt: new Date('2026-11-20T17:00:00+04:00'),
    endsAt: new Date('2026-11-20T18:20:00+04:00'),
  });
  await app.api(user.accessToken).cart.addTicket({ eventId: over.id });
  app.clock.advanceMinutes(15);
  expect((await (await back(app, user.id)).cart.get()).expiredItems).toHaveLength(2);
  app.clock.advanceMinutes(5);
  expect((await (await back(app, user.id)).cart.get()).expiredItems).toHaveLength(1);
  app.clock.advanceMinutes(24 * 60);
  await expireHolds.run(app.ctx, {});
  expect((await (await back(app, user.id)).cart.get()).expiredItems).toEqual([]);
});

test('the lines that are left can be checked out once the others were seen to be gone, not before', async () => {
  const app = await startTestApp();
  const { user, eventId } = await fillCart(app);
  app.clock.advanceMinutes(10);
  const { id: laterId } = await createEvent(app.ctx, { priceTetri: 2500 });
  await app.api(user.accessToken).cart.addTicket({ eventId: laterId });
  app.clock.advanceMinutes(5);
  await expireHolds.run(app.ctx, {});

  const api = await back(app, user.id);
  await expect(api.cart.checkout()).rejects.toMatchObject({ status: 409, body: { code: 'hold_expired' } });
  expect(await api.cart.get()).toMatchObject({ ticketItems: [{ eventId: laterId, price: 25 }], expiredItems: [{ eventId }] });
  expect((await api.cart.checkout()).redirect).toContain('/fake-bank/pay/');
});

test('money that came late and found places leaves nothing to be taken again', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const user = await createUser(app.ctx);
  const { token } = await buy(app, user.accessToken, { eventId, outcome: 'lost' });
  app.clock.advanceMinutes(20);
  const api = await back(app, user.id);
  expect((await api.cart.get()).expiredItems).toMatchObject([{ eventId }]);
  expect(await api.payments.bankReturn({ body: { token } })).toMatchObject({ state: 'paid' });
  expect(await api.cart.get()).toMatchObject({ ticketItems: [], expiredItems: [] });
  expect(await findFaults(app.ctx)).toEqual([]);
});
