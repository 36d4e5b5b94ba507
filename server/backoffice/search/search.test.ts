import { expect, test } from 'vitest';
import { STAFF_ROLES, type StaffRole } from '#shared/staff/rights.ts';
import { createEvent } from '#tests/factories/events.ts';
import { buyTickets, createGuest } from '#tests/factories/sold-out.ts';
import { lastOrderOf, sell } from '#tests/factories/staff-money.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';

const findAs = async (app: TestApp, role: StaffRole) => {
  const { accessToken } = await createUser(app.ctx, { roles: [role] });
  return (search: string) => app.api(accessToken).staffSearch.find({ body: { search } });
};

test('an event is found by a part of its name in either alphabet, the next one first', async () => {
  const app = await startTestApp();
  const inDays = (days: number) => new Date(app.clock.now().getTime() + days * 86_400_000);
  const past = await createEvent(app.ctx, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura', startsAt: inDays(-30) });
  const next = await createEvent(app.ctx, { name: 'ღრმა მტკვარი', nameLat: 'Deep Kura', startsAt: inDays(2) });
  await createEvent(app.ctx, { name: 'რკინის ბაღი', nameLat: 'Iron Garden' });
  const find = await findAs(app, 'Editor');
  for (const search of ['deep', 'kura deep', 'მტკვ', 'de'])
    expect([search, (await find(search)).events.map(({ id }) => id)]).toEqual([search, [next.id, past.id]]);
});

test('a guest is found by name and email, with the latest orders and tickets', async () => {
  const app = await startTestApp();
  const guest = await createGuest(app, { firstName: 'Irakli', lastName: 'Orbeliani', email: 'irakli@example.com' });
  const { id: eventId } = await createEvent(app.ctx);
  const ticketIds = await buyTickets(app, guest, { eventId, quantity: 2 });
  const orderId = await lastOrderOf(app, guest.id);
  const find = await findAs(app, 'Manager');
  for (const search of ['orbeliani', 'ორბელიანი ირ', 'irakli@example.com']) {
    const found = await find(search);
    expect([search, found.guests.map(({ id }) => id), found.orders.map(({ id }) => id)]).toEqual([search, [guest.id], [orderId]]);
    expect(found.tickets.map(({ id }) => id).toSorted()).toEqual(ticketIds.toSorted());
  }
  expect(await find('zzyzx')).toEqual({ events: [], guests: [], orders: [], tickets: [] });
  expect((await find('or')).guests).toEqual([]);
});

test('an order and a ticket are found by their numbers', async () => {
  const app = await startTestApp();
  const { orderId, ticketIds } = await sell(app);
  const find = await findAs(app, 'Money');
  expect((await find(String(orderId))).orders).toMatchObject([{ id: orderId }]);
  const [ticketId = 0] = ticketIds;
  expect((await find(String(ticketId))).tickets).toMatchObject([{ id: ticketId, orderId }]);
});

test('each role finds only what it may read', async () => {
  const app = await startTestApp();
  const guest = await createGuest(app, { lastName: 'Orbeliani' });
  const event = await createEvent(app.ctx, { nameLat: 'Night of Orbeliani' });
  await buyTickets(app, guest, { eventId: event.id });
  const kinds: Partial<Record<StaffRole, string[]>> = {};
  for (const role of STAFF_ROLES) {
    const found = await (await findAs(app, role))('orbeliani');
    kinds[role] = Object.entries(found).flatMap(([kind, rows]) => (rows.length > 0 ? [kind] : []));
  }
  expect(kinds).toEqual({
    Owner: ['events', 'guests', 'orders', 'tickets'],
    Manager: ['events', 'guests', 'orders', 'tickets'],
    Desk: ['guests'],
    DoorLead: ['events'],
    Money: ['events', 'orders', 'tickets'],
    Editor: ['events'],
  });
});

test('a role that finds no guests finds no orders by a personal number either', async () => {
  const app = await startTestApp();
  const guest = await createGuest(app, { personalNumber: '01001000077' });
  const { id: eventId } = await createEvent(app.ctx);
  await buyTickets(app, guest, { eventId });
  expect((await (await findAs(app, 'Manager'))('01001000077')).guests).toMatchObject([{ id: guest.id }]);
  expect(await (await findAs(app, 'Money'))('01001000077')).toMatchObject({ guests: [], orders: [], tickets: [] });
});
