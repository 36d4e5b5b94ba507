import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { contextFor, withTransaction, type Actor } from '#server/platform/context.ts';
import { createEvent } from '#tests/factories/events.ts';
import { countEndings, createUsers } from '#tests/factories/purchases.ts';
import { findFaults } from '#tests/factories/books.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser, signInAgain, type TestUser } from '#tests/factories/users.ts';
import { untilWaiting } from '#tests/factories/waiting.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { changeEvent, stockOf } from '#tests/factories/stock.ts';
import { getCart } from './cart.service.ts';
import { reserve } from '#server/sales/inventory/inventory.service.ts';
import { expireOverdueHolds, lockEvents } from '#server/sales/inventory/stock.queries.ts';

async function openCart(app: TestApp) {
  const user = await createUser(app.ctx);
  return { user, cart: app.api(user.accessToken).cart };
}

test('a place is held at the price of that moment for fifteen minutes [§3.cart §7.my-cart §7.add-ticket]', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { priceTetri: 4050 });
  const { cart } = await openCart(app);

  const added = await cart.addTicket({ eventId });
  expect(added).toEqual({ ticketId: expect.any(Number), price: 40.5, heldUntil: '2026-11-20T18:15:00+04:00' });
  const { ticketItems } = await cart.get();
  expect(ticketItems).toMatchObject([{ id: added.ticketId, eventId, quantity: 1, price: 40.5, event: { nameLat: 'Night' } }]);
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 1, sold: 0 });
});

test('nobody has a cart without signing in [§6.guest]', async () => {
  const { api } = await startTestApp();
  const { cart } = api();
  await expect(cart.get()).rejects.toMatchObject({ status: 401 });
  await expect(cart.addTicket({ eventId: 1 })).rejects.toMatchObject({ status: 401 });
  await expect(cart.updateTicket({ eventId: 1, quantity: 1 })).rejects.toMatchObject({ status: 401 });
  await expect(cart.removeTicket({ eventId: 1 })).rejects.toMatchObject({ status: 401 });
  await expect(cart.checkout()).rejects.toMatchObject({ status: 401 });
});

test('a second ticket for the same event is refused, also when both are asked for at once [§5.second-ticket]', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const { cart } = await openCart(app);

  const endings = await countEndings(Array.from({ length: 5 }, () => cart.addTicket({ eventId })));
  expect(endings).toEqual({ ok: 1, ticket_in_cart: 4 });
  await expect(cart.addTicket({ eventId })).rejects.toMatchObject({
    status: 409,
    body: { message: 'You already have a ticket for this event in your cart.' },
  });
});

test('what is not for sale is refused with its reason [§5.no-price]', async () => {
  const app = await startTestApp();
  const { ctx, clock } = app;
  const now = clock.now();
  const later = new Date(now.getTime() + 60_000);
  const { cart } = await openCart(app);
  const event = async (...fields: Parameters<typeof createEvent>) => (await createEvent(...fields)).id;

  const refusals: [number, string][] = [
    [999_999, 'event_not_found'],
    [Number.MAX_SAFE_INTEGER, 'event_not_found'],
    [await event(ctx, { state: 'draft' }), 'event_not_found'],
    [await event(ctx, { startsAt: new Date(now.getTime() - 9 * 3_600_000), endsAt: now }), 'event_ended'],
    [await event(ctx, { ticketTypes: [] }), 'not_on_sale'],
    [await event(ctx, { ticketTypes: [{ onSaleFrom: later }, { onSaleUntil: now }] }), 'not_on_sale'],
    [await event(ctx, { priceTetri: null }), 'price_unavailable'],
    [await event(ctx, { allocation: 0 }), 'sold_out'],
    [await event(ctx, { capacity: 0 }), 'sold_out'],
  ];
  for (const [eventId, code] of refusals) await expect(cart.addTicket({ eventId })).rejects.toMatchObject({ body: { code } });
  expect(await cart.get()).toMatchObject({ ticketItems: [], expiredItems: [] });
  expect(await findFaults(ctx)).toEqual([]);
});

test('quantities are whole numbers from one to the limit of the event', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { ticketsPerPerson: 3 });
  const { cart } = await openCart(app);
  for (const quantity of [0, -1, 1.5, 4, Infinity, 101]) {
    await expect(cart.addTicket({ eventId, quantity })).rejects.toMatchObject({ status: 400 });
  }
  expect(await cart.addTicket({ eventId, quantity: 3 })).toMatchObject({ price: 40 });
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 3, sold: 0 });
});

test('tickets a person owns count towards the limit', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const { user, cart } = await openCart(app);
  for (let owned = 0; owned < 3; owned += 1) await createTicket(app.ctx, { userId: user.id, eventId });

  await expect(cart.addTicket({ eventId, quantity: 2 })).rejects.toMatchObject({
    status: 409,
    body: { code: 'person_limit', params: { limit: 4 } },
  });
  await cart.addTicket({ eventId });
  await expect(cart.updateTicket({ eventId, quantity: 2 })).rejects.toMatchObject({ body: { code: 'person_limit' } });
  await createTicket(app.ctx, { userId: (await createUser(app.ctx)).id, eventId });
});

test('when a ticket type is sold out the next one sells, at its own price', async () => {
  const app = await startTestApp();
  const ticketTypes = [
    { allocation: 1, priceTetri: 3000 },
    { allocation: 5, priceTetri: 4500 },
  ];
  const { id: eventId } = await createEvent(app.ctx, { ticketTypes });
  const carts = await Promise.all([openCart(app), openCart(app), openCart(app)]);
  const added = await Promise.all(carts.map(({ cart }) => cart.addTicket({ eventId })));
  expect(added.map(({ price }) => price).sort()).toEqual([30, 45, 45]);
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('an event that was sold out sells again as soon as a place is free, and still says why it refuses', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { allocation: 1 });
  const [first, second, third] = [await openCart(app), await openCart(app), await openCart(app)];
  const refusal = (code: string) => ({ status: 409, body: { code } });
  await first.cart.addTicket({ eventId });
  for (let press = 0; press < 2; press++) await expect(second.cart.addTicket({ eventId })).rejects.toMatchObject(refusal('sold_out'));
  await expect(first.cart.addTicket({ eventId })).rejects.toMatchObject(refusal('ticket_in_cart'));
  await expect(second.cart.addTicket({ eventId, quantity: 5 })).rejects.toMatchObject({ status: 400 });

  await first.cart.removeTicket({ eventId });
  await second.cart.addTicket({ eventId });
  await expect(third.cart.addTicket({ eventId })).rejects.toMatchObject(refusal('sold_out'));
  await changeEvent(app.ctx, eventId, { allocation: 2 });
  await third.cart.addTicket({ eventId });
  await expect(first.cart.addTicket({ eventId })).rejects.toMatchObject(refusal('sold_out'));
  app.clock.advanceMinutes(15);
  const { cart } = app.api(await signInAgain(app.ctx, first.user.id));
  await cart.addTicket({ eventId });
  await changeEvent(app.ctx, eventId, { allocation: 1, startsAt: new Date(0), endsAt: app.clock.now() });
  await cart.removeTicket({ eventId });
  await expect(cart.addTicket({ eventId })).rejects.toMatchObject(refusal('event_ended'));
});

test('the price in the cart stays when the ticket type gets another one', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { priceTetri: 4000 });
  const { cart } = await openCart(app);
  await cart.addTicket({ eventId });
  await changeEvent(app.ctx, eventId, { priceTetri: 9000 });
  expect((await cart.get()).ticketItems).toMatchObject([{ price: 40 }]);
  expect(await cart.updateTicket({ eventId, quantity: 1 })).toMatchObject({ price: 40, quantity: 1 });
});

test('a quantity is changed within the stock, without a longer hold [§7.update-ticket]', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { allocation: 3 });
  const { cart } = await openCart(app);
  const { ticketId, heldUntil } = await cart.addTicket({ eventId });
  app.clock.advanceMinutes(5);

  expect(await cart.updateTicket({ eventId, quantity: 3 })).toEqual({ ticketId, price: 40, heldUntil, quantity: 3 });
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 3, sold: 0 });
  await expect(cart.updateTicket({ eventId, quantity: 4 })).rejects.toMatchObject({ body: { code: 'sold_out' } });
  await expect(cart.updateTicket({ eventId, quantity: 5 })).rejects.toMatchObject({ status: 400 });
  expect(await cart.updateTicket({ eventId, quantity: 1 })).toMatchObject({ quantity: 1 });
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 1, sold: 0 });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('a missing line cannot be changed, nor one whose time is over', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const { user, cart } = await openCart(app);
  await expect(cart.updateTicket({ eventId, quantity: 1 })).rejects.toMatchObject({ status: 404 });
  await expect(cart.updateTicket({ eventId: Number.MAX_SAFE_INTEGER, quantity: 1 })).rejects.toMatchObject({ status: 404 });
  await cart.addTicket({ eventId });
  app.clock.advanceMinutes(15);
  const again = app.api(await signInAgain(app.ctx, user.id)).cart;
  await expect(again.updateTicket({ eventId, quantity: 2 })).rejects.toMatchObject({ body: { code: 'hold_expired' } });
});

test('a line whose time is over says so also where the event is full', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { allocation: 1 });
  const { user, cart } = await openCart(app);
  await cart.addTicket({ eventId });
  app.clock.advanceMinutes(15);
  const again = app.api(await signInAgain(app.ctx, user.id)).cart;
  await expect(again.updateTicket({ eventId, quantity: 2 })).rejects.toMatchObject({ body: { code: 'hold_expired' } });
});

test('a removed line gives its places back, and removing nothing is fine [§7.remove-ticket]', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { allocation: 2 });
  const { cart } = await openCart(app);
  const other = await openCart(app);
  await cart.addTicket({ eventId, quantity: 2 });
  await expect(other.cart.addTicket({ eventId })).rejects.toMatchObject({ body: { code: 'sold_out' } });

  expect(await cart.removeTicket({ eventId })).toEqual({});
  expect(await cart.removeTicket({ eventId })).toEqual({});
  expect(await cart.removeTicket({ eventId: Number.MAX_SAFE_INTEGER })).toEqual({});
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 0 });
  await other.cart.addTicket({ eventId, quantity: 2 });
});

test('one cart never shows or changes another one', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const mine = await openCart(app);
  const theirs = await openCart(app);
  await mine.cart.addTicket({ eventId, quantity: 2 });
  await theirs.cart.removeTicket({ eventId });
  expect(await theirs.cart.get()).toMatchObject({ ticketItems: [], expiredItems: [] });
  expect((await mine.cart.get()).ticketItems).toMatchObject([{ quantity: 2 }]);
});

test('a line whose time is over holds nothing and can be added again', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { allocation: 1 });
  const { user, cart } = await openCart(app);
  await cart.addTicket({ eventId });
  app.clock.advanceMinutes(15);
  const again = app.api(await signInAgain(app.ctx, user.id)).cart;

  expect(await again.addTicket({ eventId })).toMatchObject({ heldUntil: '2026-11-20T18:30:00+04:00' });
  app.clock.advanceMinutes(15);
  const later = app.api(await signInAgain(app.ctx, user.id)).cart;
  expect(await later.get()).toMatchObject({ ticketItems: [], expiredItems: [{ eventId, quantity: 1 }] });
  expect(await stockOf(app.ctx, eventId)).toEqual({ held: 0, sold: 0 });
});

test('carts that are read together stay apart', async () => {
  const { ctx, ...app } = await startTestApp();
  const events = await Promise.all(Array.from({ length: 6 }, () => createEvent(ctx)));
  const carts = await Promise.all(events.map(() => openCart({ ctx, ...app })));
  await Promise.all(carts.map(({ cart }, index) => cart.addTicket({ eventId: events[index]?.id ?? 0 })));
  const seen = await Promise.all(carts.map(({ user }) => getCart(contextFor(app.deps, actorOf(user)))));
  expect(seen.map(({ ticketItems }) => ticketItems.map(({ eventId }) => eventId))).toEqual(events.map(({ id }) => [id]));
});

test('a line that expires while a cart is read is in one of the two lists', async () => {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx);
  const { user, cart } = await openCart(app);
  await cart.addTicket({ eventId });
  // Opens the connections first, so that only the lock delays a read.
  await Promise.all(Array.from({ length: 4 }, () => app.ctx.db.execute(sql`select pg_sleep(0.05)`)));
  const { read } = await withTransaction(app.ctx, async (tx) => {
    // From here on, reads of the carts wait until this transaction ends.
    await tx.db.execute(sql`lock table holds in access exclusive mode`);
    const read = getCart(contextFor(app.deps, actorOf(user)));
    await untilWaiting(app, 1, 'holds');
    app.clock.advanceMinutes(15);
    await lockEvents(tx.db, [eventId]);
    await expireOverdueHolds(tx.db, [eventId], app.clock.now());
    return { read };
  });
  expect(await read).toMatchObject({ ticketItems: [], expiredItems: [{ eventId, quantity: 1 }] });
});

const actorOf = ({ id }: TestUser): Actor => ({ userId: id, sessionId: '', rights: [], status: 'Verified' });

test('a guest who got a place in a batch keeps it when the second try for the others fails', async () => {
  const app = await startTestApp();
  const [event, other] = [await createEvent(app.ctx, { allocation: 2 }), await createEvent(app.ctx)];
  const users = await createUsers(app, 4);
  const wants = (index: number, eventId: number) => reserve(contextFor(app.deps), { userId: users[index]?.id ?? 0, eventId, quantity: 1 });
  await wants(0, event.id);
  app.clock.advanceMinutes(20);
  await app.owner.execute(sql`alter table expired_holds add constraint broken check (false) not valid`);
  const [, ...results] = await Promise.allSettled([wants(3, other.id), wants(1, event.id), wants(2, event.id)]);
  expect(results).toMatchObject([{ status: 'fulfilled' }, { reason: { code: 'unavailable' } }]);
  await app.owner.execute(sql`alter table expired_holds drop constraint broken`);
  expect(await wants(2, event.id)).toMatchObject({ priceTetri: 4000 });
  expect(await findFaults(app.ctx)).toEqual([]);
});
