import { asc, desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events, lineUps } from '#server/content/content.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { orders } from '#server/sales/tables/orders.table.ts';
import { ledgerEntries } from '#server/sales/tables/payments.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { removeDemoBeforeMoney } from './own-demo.service.ts';

async function open() {
  const app = await startTestApp();
  const admin = await createAdmin(app.ctx);
  return { app, admin, demo: app.api(admin.accessToken).staffDemo };
}

test('the demo’s nights come without people, sales and money, and go again without a trace', async () => {
  const { app, admin, demo } = await open();
  expect(await demo.get()).toEqual({ events: 0, hindrance: null });
  expect(await demo.load()).toEqual({ events: 13, hindrance: 'events' });
  app.dropCaches();
  expect((await app.api().events.list()).length).toBeGreaterThan(0);
  expect(await app.ctx.db.$count(orders)).toBe(0);
  expect(await app.ctx.db.$count(ledgerEntries)).toBe(0);
  expect(await app.api(admin.accessToken).guests.counts()).toMatchObject({ Verified: 0, Pending: 0 });

  expect(await demo.remove()).toEqual({ events: 0, hindrance: null });
  expect(await app.ctx.db.$count(events)).toBe(0);
  expect(await demo.remove()).toEqual({ events: 0, hindrance: null });
  const entries = await app.ctx.db.select().from(auditEntries).orderBy(asc(auditEntries.id));
  expect(entries).toMatchObject([
    { action: 'demo.load', subject: 'club', detail: { events: 13 } },
    { action: 'demo.remove', subject: 'club', detail: { events: 13 } },
  ]);
});

test('a club with a night of its own is refused, and keeps it when the demo goes', async () => {
  const { app, demo } = await open();
  await demo.load();
  const own = await createEvent(app.ctx);
  await expect(demo.load()).rejects.toMatchObject({ status: 409, body: { code: 'demo_events' } });
  await demo.remove();
  expect((await app.ctx.db.select().from(events)).map(({ id }) => id)).toEqual([own.id]);
  expect(await demo.get()).toEqual({ events: 0, hindrance: 'events' });
});

test('a night of the demo that the owner made an own one stays, also when the demo is taken away', async () => {
  const { app, admin, demo } = await open();
  await demo.load();
  const { staffEvents } = app.api(admin.accessToken);
  const [renamed, replayed] = (await staffEvents.list({ show: 'upcoming', limit: 2 })).items;
  await app.ctx.db
    .update(events)
    .set({ nameLat: 'My own first night' })
    .where(eq(events.id, renamed?.id ?? 0));
  await app.ctx.db.insert(lineUps).values({
    eventId: replayed?.id ?? 0,
    floor: 1,
    artistName: 'Own act',
    startsAt: new Date('2027-01-01T20:00:00Z'),
    isHeadliner: false,
  });
  expect(await demo.get()).toMatchObject({ events: 11 });
  const real = { ...app.ctx, env: { ...app.ctx.env, payments: 'bog' as const } };
  await removeDemoBeforeMoney(real);
  expect((await app.ctx.db.select().from(events)).map(({ id }) => id).toSorted()).toEqual([renamed?.id, replayed?.id].toSorted());
  expect(await demo.get()).toMatchObject({ events: 0 });
});

test('own prices make a night of the demo an own one; one that was cancelled for its tickets goes with the demo', async () => {
  const { app, admin, demo } = await open();
  await demo.load();
  const [priced, sold] = (await app.ctx.db.select().from(events).orderBy(desc(events.startsAt))).filter(
    ({ state }) => state === 'published',
  );
  const { staffTicketTypes } = app.api(admin.accessToken);
  const [ticketType] = (await staffTicketTypes.list({ id: priced?.id ?? 0 })).ticketTypes;
  if (!ticketType) throw new Error('The demo night sells nothing.');
  const { id, name, nameLat, allocation, version } = ticketType;
  await staffTicketTypes.change({ id, body: { name, nameLat, allocation, price: 12, onSaleFrom: null, onSaleUntil: null, version } });
  await app.ctx.db
    .update(events)
    .set({ state: 'cancelled' })
    .where(eq(events.id, sold?.id ?? 0));
  expect(await demo.get()).toMatchObject({ events: 12 });
  await demo.remove();
  expect((await app.ctx.db.select().from(events)).map(({ id }) => id)).toEqual([priced?.id]);
});

test('two who load it at once load it once', async () => {
  const { app, demo } = await open();
  const both = await Promise.allSettled([demo.load(), demo.load()]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await app.ctx.db.$count(events)).toBe(13);
});

test('with tickets or held places of guests it stays whole, and the refusal names the nights', async () => {
  const { app, demo } = await open();
  await demo.load();
  app.dropCaches();
  const guest = await createUser(app.ctx);
  const event = (await app.api().events.list()).find(({ baskets }) => baskets[0]?.price && baskets[0].available > 0);
  await app.api(guest.accessToken).cart.addTicket({ eventId: event?.id ?? 0 });
  const refused = { status: 409, body: { code: 'demo_sold', params: { names: `${event?.nameLat} (${event?.name})` } } };
  await expect(demo.remove()).rejects.toMatchObject(refused);
  await app.api(guest.accessToken).cart.removeTicket({ eventId: event?.id ?? 0 });
  const ticket = await createTicket(app.ctx, { userId: guest.id, eventId: event?.id ?? 0 });
  await expect(demo.remove()).rejects.toMatchObject(refused);
  expect(await app.ctx.db.$count(events)).toBe(13);
  await app.ctx.db.execute(`update tickets set state = 'refunded' where id = ${ticket.id}`);
  expect(await demo.remove()).toEqual({ events: 0, hindrance: 'events' });
  expect(await app.ctx.db.select().from(events)).toMatchObject([{ id: event?.id, state: 'draft' }]);
});

test('with a real bank it is refused, and a start with one takes it away', async () => {
  const { app, demo } = await open();
  await demo.load();
  const real = { ...app.ctx, env: { ...app.ctx.env, payments: 'bog' as const } };
  await removeDemoBeforeMoney(app.ctx);
  expect(await app.ctx.db.$count(events)).toBe(13);
  await removeDemoBeforeMoney(real);
  expect(await app.ctx.db.$count(events)).toBe(0);
});

test('who edits no nights has nothing to do with it', async () => {
  const { app } = await open();
  const desk = await createUser(app.ctx, { roles: ['Desk'] });
  await expect(app.api(desk.accessToken).staffDemo.load()).rejects.toMatchObject({ status: 403 });
  await expect(app.api(desk.accessToken).staffDemo.remove()).rejects.toMatchObject({ status: 403 });
  await expect(app.api().staffDemo.get()).rejects.toMatchObject({ status: 401 });
});
