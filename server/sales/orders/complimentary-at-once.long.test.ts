import { expect, test } from 'vitest';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { expectBooksRight, complimentary, openComplimentary } from '#tests/factories/complimentary.ts';
import { countEndings, createUsers, startBeside } from '#tests/factories/purchases.ts';
import { dropStockChecks, stockOf } from '#tests/factories/stock.ts';
import type { Guard } from '#tests/setup/guards.ts';

/** Staff and guests compete for the last places, on two servers. */
async function rush({ without, withoutChecks = false }: { without?: Guard; withoutChecks?: boolean } = {}) {
  const { app, admin } = await openComplimentary({ without });
  if (withoutChecks) await dropStockChecks(app);
  const beside = await startBeside(app);
  const { id } = await createEvent(app.ctx, { allocation: 30, capacity: 12 });
  const guests = await createUsers(app, 12);
  const endings = await countEndings([
    ...guests.map(({ accessToken }) => app.api(accessToken).cart.addTicket({ eventId: id })),
    ...guests.map((_, index) =>
      beside
        .api(admin.accessToken)
        .staffTicketTypes.give({ id, body: { ...complimentary, quantity: 1, email: `lela-${index % 3}@example.com` } }),
    ),
  ]);
  return { app, id, endings };
}

test('complimentary tickets and carts together hold exactly the capacity of the room (I1)', async () => {
  const { app, id, endings } = await rush();
  expect(endings['ok']).toBe(12);
  const stock = await stockOf(app.ctx, id);
  expect((stock?.held ?? 0) + (stock?.sold ?? 0)).toBe(12);
  await expectBooksRight(app);
});

test('control: without the guard and the checks of the database the same rush overfills the room (I1)', async () => {
  const { app, id, endings } = await rush({ without: 'stock', withoutChecks: true });
  expect(endings).toEqual({ ok: 24 });
  expect(await findFaults(app.ctx)).toContain(`event ${id} is over its capacity`);
});
