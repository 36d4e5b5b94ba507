import { expect, test } from 'vitest';
import { tickFakeBank } from '#server/fake-bank/bank-orders.ts';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { openTransaction } from '#tests/factories/open-transaction.ts';
import { buy, comeBack, countEndings, payAtBank, startBeside } from '#tests/factories/purchases.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { untilWaiting } from '#tests/factories/waiting.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { importWithout } from '#tests/setup/without-guard.ts';
import { expireHolds } from './holds.jobs.ts';
import { lockEvents } from './stock.queries.ts';

const NUMBER = '01024012345';
const PLACES_SHARED_BY_PERSON = 'true';
const limited = { status: 409, body: { code: 'person_limit', params: { limit: 4, context: 'shared' } } };

const startShared = () => startTestApp({ env: { PLACES_SHARED_BY_PERSON } });

/** Two accounts with the same personal number, and an event with four places for each person. */
async function twoOfOne(app: TestApp, personalNumber = NUMBER) {
  const { id: eventId } = await createEvent(app.ctx, { ticketsPerPerson: 4 });
  const [one, other] = [await createUser(app.ctx, { personalNumber }), await createUser(app.ctx, { personalNumber })];
  return { eventId, one, other, cart: app.api(one.accessToken).cart, otherCart: app.api(other.accessToken).cart };
}

test('as the settings come, each account has its own places', async () => {
  const { eventId, cart, otherCart } = await twoOfOne(await startTestApp());
  await cart.addTicket({ eventId, quantity: 4 });
  expect(await otherCart.addTicket({ eventId, quantity: 4 })).toHaveProperty('heldUntil');
});

test('with the setting the accounts of one number share the places that they hold and have', async () => {
  const app = await startShared();
  const { eventId, one, cart, otherCart } = await twoOfOne(app);
  await cart.addTicket({ eventId, quantity: 3 });
  await expect(otherCart.addTicket({ eventId, quantity: 2 })).rejects.toMatchObject(limited);
  await expect(otherCart.addTicket({ eventId, quantity: 2 })).rejects.toMatchObject({
    body: { message: expect.stringContaining('across all accounts with the same personal number') },
  });
  await otherCart.addTicket({ eventId, quantity: 1 });
  await expect(otherCart.updateTicket({ eventId, quantity: 2 })).rejects.toMatchObject(limited);
  await cart.updateTicket({ eventId, quantity: 2 });
  expect(await otherCart.updateTicket({ eventId, quantity: 2 })).toHaveProperty('heldUntil');
  await cart.removeTicket({ eventId });
  const { token } = await buy(app, one.accessToken, { eventId, quantity: 2, outcome: 'lost' });
  await comeBack(app, token);
  await expect(otherCart.updateTicket({ eventId, quantity: 3 })).rejects.toMatchObject(limited);
  const elsewhere = await createEvent(app.ctx);
  expect(await otherCart.addTicket({ eventId: elsewhere.id, quantity: 4 })).toHaveProperty('heldUntil');
});

test('a hold that is over stops the other account no longer than until it is released', async () => {
  const app = await startShared();
  const { eventId, cart, other } = await twoOfOne(app);
  await cart.addTicket({ eventId, quantity: 4 });
  app.clock.advanceMinutes(16);
  await expireHolds.run(app.ctx, {});
  const { cart: otherCart } = app.api(await signInAgain(app.ctx, other.id));
  expect(await otherCart.addTicket({ eventId, quantity: 4 })).toHaveProperty('heldUntil');
});

test('late money finds no place when the other account has taken them meanwhile, and goes back', async () => {
  const app = await startShared();
  const { eventId, cart, other } = await twoOfOne(app);
  await cart.addTicket({ eventId, quantity: 3 });
  const { redirect } = await cart.checkout();
  app.clock.advanceMinutes(11);
  const { token } = await payAtBank(app, redirect, 'late');
  app.clock.advanceMinutes(4);
  await expireHolds.run(app.ctx, {});
  await app.api(await signInAgain(app.ctx, other.id)).cart.addTicket({ eventId, quantity: 2 });
  app.clock.advanceMinutes(1);
  await tickFakeBank(app.deps);
  expect(await comeBack(app, token)).toMatchObject({ state: 'refunded' });
  expect(await findFaults(app.ctx)).toEqual([]);
});

test('accounts without a number are nobody else', async () => {
  const { eventId, cart, otherCart } = await twoOfOne(await startShared(), '');
  await cart.addTicket({ eventId, quantity: 4 });
  expect(await otherCart.addTicket({ eventId, quantity: 4 })).toHaveProperty('heldUntil');
});

/** Ten people with four accounts each, all at once through two servers. */
async function rushOfMany() {
  const app = await startShared();
  const apps = [app, await startBeside(app)];
  const { id: eventId } = await createEvent(app.ctx, { ticketsPerPerson: 4, allocation: 400, capacity: 400 });
  const accounts = Array.from({ length: 40 }, (_, index) => createUser(app.ctx, { personalNumber: `0102401${1000 + (index % 10)}` }));
  const users = await Promise.all(accounts);
  const cartOf = (accessToken: string, index: number) => (apps[Math.floor(index / 10) % 2] ?? app).api(accessToken).cart;
  const endings = await countEndings(users.map(({ accessToken }, index) => cartOf(accessToken, index).addTicket({ eventId, quantity: 3 })));
  return { app, endings, held: (await stockOf(app.ctx, eventId))?.held };
}

test('of many calls at once, through two servers, each person gets one', async () => {
  const { app, endings, held } = await rushOfMany();
  expect(endings).toEqual({ ok: 10, person_limit: 30 });
  expect(held).toBe(30);
  expect(await findFaults(app.ctx)).toEqual([]);
});

/** Two accounts of one person reserve in one batch, behind another user's batch that waits for the event. Returns how many succeeded. */
async function reserveInOneBatch(without?: Guard): Promise<number> {
  const app = await startShared();
  const { reserve } = await importWithout<typeof import('./inventory.service.ts')>(without, 'server/sales/inventory/inventory.service.ts');
  const { eventId, one, other } = await twoOfOne(app);
  const otherUser = await createUser(app.ctx);
  const unlock = await openTransaction(app.ctx, (tx) => lockEvents(tx.db, [eventId]));
  const before = reserve(app.ctx, { userId: otherUser.id, eventId, quantity: 1 });
  await untilWaiting(app, 1);
  const both = [one, other].map(({ id }) => reserve(app.ctx, { userId: id, eventId, quantity: 3 }));
  await unlock();
  const [, ...ends] = await Promise.allSettled([before, ...both]);
  return ends.filter(({ status }) => status === 'fulfilled').length;
}

test('two accounts of one person in one batch: one of them gets the places', async () => {
  expect(await reserveInOneBatch()).toBe(1);
});

test('control: a batch that does not add up what one person requests gives both', async () => {
  expect(await reserveInOneBatch('sharedBatch')).toBe(2);
});
