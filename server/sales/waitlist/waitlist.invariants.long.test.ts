import { expect, test } from 'vitest';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { countEndings, createUsers } from '#tests/factories/purchases.ts';
import { createGuest } from '#tests/factories/sold-out.ts';
import { stockOf } from '#tests/factories/stock.ts';
import { startTestApp } from '#tests/setup/app.ts';
import type { Guard } from '#tests/setup/guards.ts';
import { expectFairRush, PLACES, rush, WAITERS } from '#tests/factories/resale-rush.ts';

test('a hundred guests at once: those who wait get exactly what was put back, in their order, and nobody else anything', () =>
  expectFairRush(40));

test('control: without the end of the returned tickets more are sold than the night has places', async () => {
  const { app, eventId } = await rush(WAITERS, 'resoldEnd');
  expect((await stockOf(app.ctx, eventId))?.sold).toBeGreaterThan(PLACES);
  expect(await findFaults(app.ctx)).not.toEqual([]);
});

/** A place becomes free for the waitlist, and twenty guests come by chance before it is offered. */
async function comeByChance(without?: Guard) {
  const app = await startTestApp({ without });
  const { id: eventId } = await createEvent(app.ctx, { allocation: 1 });
  const first = await createGuest(app);
  await first.api.cart.addTicket({ eventId });
  const waiter = await createGuest(app);
  await waiter.api.waitlist.join({ id: eventId, body: { quantity: 1 } });
  await first.api.cart.removeTicket({ eventId });
  const users = await createUsers(app, 20);
  return countEndings(users.map(({ accessToken }) => app.api(accessToken).cart.addTicket({ eventId })));
}

test('nobody who comes by chance overtakes, in the statement that gives places', async () => {
  expect(await comeByChance()).toEqual({ sold_out: 20 });
});

test('control: without the guard somebody does', async () => {
  expect(await comeByChance('waitlistFirst')).toEqual({ ok: 1, sold_out: 19 });
});
