import { expect, test } from 'vitest';
import { findFaults } from '#tests/factories/books.ts';
import { createEvent } from '#tests/factories/events.ts';
import { countEndings, createUsers, startBeside } from '#tests/factories/purchases.ts';
import { openDesk, ticketTypeOf } from '#tests/factories/ticket-types.ts';
import { dropStockChecks } from '#tests/factories/stock.ts';
import type { Guard } from '#tests/setup/guards.ts';

/** Guests reserve while the allocation is reduced, on two servers. */
async function rushWhileShrinking(without?: Guard, withoutChecks = false) {
  const { app, admin } = await openDesk(without);
  if (withoutChecks) await dropStockChecks(app);
  const beside = await startBeside(app);
  const { id } = await createEvent(app.ctx, { allocation: 30 });
  const users = await createUsers(app, 30);
  const { ticketType, input } = await ticketTypeOf(app.api(admin.accessToken).staffTicketTypes, id);
  const reserve = users.map(({ accessToken }, index) => (index % 2 ? app : beside).api(accessToken).cart.addTicket({ eventId: id }));
  const desk = beside.api(admin.accessToken).staffTicketTypes;
  const shrink = [25, 20, 15, 10, 5].map((allocation) => desk.change({ id: ticketType.id, body: { ...input, allocation } }));
  await countEndings([...reserve, ...shrink]);
  // Independent of the race's outcome: once more when all have their places.
  const after = await ticketTypeOf(desk, id);
  const refused = await countEndings([desk.change({ id: ticketType.id, body: { ...after.input, allocation: 0 } })]);
  return { faults: await findFaults(app.ctx), refused, ticketType: after.ticketType };
}

test('however reservations and a falling allocation meet, the allocation holds (I2)', async () => {
  const { faults, refused, ticketType } = await rushWhileShrinking();
  expect(faults).toEqual([]);
  expect(refused).toEqual({ allocation_sold: 1 });
  expect(ticketType.held).toBeLessThanOrEqual(ticketType.allocation);
});

test('control: without the guard and the check of the database the allocation falls below what is held (I2)', async () => {
  const { faults, refused, ticketType } = await rushWhileShrinking('stock', true);
  expect(refused).toEqual({ ok: 1 });
  expect(faults).toContain(`ticket type ${ticketType.id} is over its allocation`);
});

test('control: without the guard the check of the database still refuses an allocation that is too small', async () => {
  const { faults, refused } = await rushWhileShrinking('stock');
  expect(refused).toEqual({ server_error: 1 });
  expect(faults).toEqual([]);
});
