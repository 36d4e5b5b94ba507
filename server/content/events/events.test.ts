import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays, toWireTime } from '#shared/dates.ts';
import { createEvent } from '#tests/factories/events.ts';
import { startTestApp } from '#tests/setup/app.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { findEventViews, getEvent, listEnded, listEvents, listSoon } from './events.service.ts';

const ids = (views: readonly { id: number }[]): number[] => views.map(({ id }) => id);

test('an event is answered in the shape of the wire [§3.event §3.line-up §7.event]', async () => {
  const { ctx, api } = await startTestApp();
  const { id, ticketTypeId } = await createEvent(ctx, {
    name: 'ნულოვანი',
    nameLat: 'Nulovani',
    description: 'აღწერა',
    descriptionLat: 'A description',
    dressCode: 'შავი',
    dressCodeLat: 'Black',
    startsAt: new Date('2026-11-21T23:00:00+04:00'),
    priceTetri: 4050,
    allocation: 7,
    lineUps: [
      { floor: 2, artistName: 'Data Dzma', startsAt: new Date('2026-11-21T23:00:00+04:00') },
      { floor: 1, artistName: 'OBERTON', startsAt: new Date('2026-11-22T02:00:00+04:00'), isHeadliner: true },
      { floor: 1, artistName: 'Lela M.', startsAt: new Date('2026-11-21T23:00:00+04:00') },
    ],
  });

  const event = await api().events.get({ id });

  const lineUpId = expect.any(Number);
  expect(event).toEqual({
    id,
    isVerifiedOnly: false,
    ticketsPerPerson: 4,
    isAwaited: false,
    name: 'ნულოვანი',
    nameLat: 'Nulovani',
    description: 'აღწერა',
    descriptionLat: 'A description',
    dressCode: 'შავი',
    dressCodeLat: 'Black',
    startDate: '2026-11-21T23:00:00+04:00',
    endDate: '2026-11-22T07:00:00+04:00',
    eventPhotoUrl: null,
    lineUps: [
      { id: lineUpId, floor: 1, artistName: 'Lela M.', startTime: '2026-11-21T23:00:00+04:00', isHeaderLineUp: false, soundUrl: null },
      { id: lineUpId, floor: 1, artistName: 'OBERTON', startTime: '2026-11-22T02:00:00+04:00', isHeaderLineUp: true, soundUrl: null },
      { id: lineUpId, floor: 2, artistName: 'Data Dzma', startTime: '2026-11-21T23:00:00+04:00', isHeaderLineUp: false, soundUrl: null },
    ],
    baskets: [{ id: ticketTypeId, name: 'შესვლა', nameLat: 'Entry', price: 40.5, available: 7, onSaleFrom: null, onSaleUntil: null }],
    soldTenths: 0,
    isCancelled: false,
  });
});

test('an event without line-up and ticket types has empty lists', async () => {
  const { ctx, api } = await startTestApp();
  const { id } = await createEvent(ctx, { ticketTypes: [], photoUrl: '/media/photos/1.webp' });
  expect(await api().events.get({ id })).toMatchObject({ lineUps: [], baskets: [], eventPhotoUrl: '/media/photos/1.webp' });
});

test('both addresses of the list return the events that run or come, by start [§7.events]', async () => {
  const { ctx, api } = await startTestApp();
  const now = ctx.clock.now();
  const later = await createEvent(ctx, { startsAt: addDays(now, 8) });
  const running = await createEvent(ctx, { startsAt: new Date(now.getTime() - 3 * HOUR_MS) });
  const next = await createEvent(ctx, { startsAt: addDays(now, 1) });
  await createEvent(ctx, { startsAt: addDays(now, -7) });
  await createEvent(ctx, { state: 'draft' });
  await createEvent(ctx, { state: 'cancelled' });

  const list = await api().events.list();

  expect(ids(list)).toEqual([running.id, next.id, later.id]);
  expect(await api().events.listAll()).toEqual(list);
});

test('the list keeps an event to its end and at least six hours from its start', async () => {
  const { ctx, clock } = await startTestApp();
  const startsAt = new Date('2026-11-20T12:00:00+04:00');
  const short = await createEvent(ctx, { startsAt, endsAt: new Date('2026-11-20T15:00:00+04:00') });
  const long = await createEvent(ctx, { startsAt, endsAt: new Date('2026-11-20T20:00:00+04:00') });
  const listedAt = async (time: string) => {
    clock.set(time);
    return ids(await listEvents(ctx));
  };
  expect(await listedAt('2026-11-20T18:00:00+04:00')).toEqual([short.id, long.id]);
  expect(await listedAt('2026-11-20T18:00:00.001+04:00')).toEqual([long.id]);
  expect(await listedAt('2026-11-20T20:00:00+04:00')).toEqual([long.id]);
  expect(await listedAt('2026-11-20T20:00:00.001+04:00')).toEqual([]);
});

test('past events come newest first and page back with before [§7.past-events]', async () => {
  const { ctx, api } = await startTestApp();
  const now = ctx.clock.now();
  const [older, old, recent] = [await at(-30), await at(-20), await at(-10)];
  await createEvent(ctx, { startsAt: new Date(now.getTime() - HOUR_MS) });
  await createEvent(ctx, { startsAt: addDays(now, -5), state: 'cancelled' });

  expect(ids(await api().events.past({}))).toEqual([recent.id, old.id, older.id]);
  expect(ids(await api().events.past({ limit: 2 }))).toEqual([recent.id, old.id]);
  expect(ids(await api().events.past({ limit: 2, before: toWireTime(addDays(now, -20)) }))).toEqual([older.id]);

  function at(days: number) {
    return createEvent(ctx, { startsAt: addDays(now, days) });
  }
});

test('past events are 200 unless fewer are asked for', async () => {
  const { ctx } = await startTestApp();
  const event = { name: 'ღამე', nameLat: 'Night', state: 'published' } as const;
  const rows = Array.from({ length: 201 }, (_, day) => ({
    ...event,
    startsAt: addDays(ctx.clock.now(), -2 - day),
    endsAt: addDays(ctx.clock.now(), -1 - day),
  }));
  await ctx.db.insert(events).values(rows);
  expect(await listEnded(ctx, {})).toHaveLength(200);
});

test('an event is past from the moment after its end', async () => {
  const { ctx, clock } = await startTestApp();
  const { id } = await createEvent(ctx, { startsAt: new Date('2026-11-20T23:00:00+04:00') });
  clock.set('2026-11-21T07:00:00+04:00');
  expect(await listEnded(ctx, {})).toEqual([]);
  clock.set('2026-11-21T07:00:00.001+04:00');
  expect(ids(await listEnded(ctx, {}))).toEqual([id]);
});

test('coming soon are the events that the owner marked and that are not over [§3.soon-events §7.soon-events]', async () => {
  const { ctx, api } = await startTestApp();
  const now = ctx.clock.now();
  await createEvent(ctx, { startsAt: addDays(now, 1) });
  const marked = await createEvent(ctx, { startsAt: addDays(now, 30), isComingSoon: true });
  await createEvent(ctx, { startsAt: addDays(now, -3), isComingSoon: true });
  await createEvent(ctx, { startsAt: addDays(now, 3), isComingSoon: true, state: 'draft' });
  expect(await api().events.soon()).toEqual([{ id: marked.id, event: await getEvent(ctx, marked.id) }]);
});

test('with nothing marked, coming soon are the first four upcoming: begun no more than six hours ago and not over [§7.soon-events]', async () => {
  const { ctx, clock } = await startTestApp();
  const now = ctx.clock.now();
  const { id: running } = await createEvent(ctx, { startsAt: new Date(now.getTime() - 6 * HOUR_MS) });
  await createEvent(ctx, { startsAt: new Date(now.getTime() - HOUR_MS), endsAt: new Date(now.getTime() - 1) });
  const inDays = new Map<number, number>();
  for (const days of [5, 3, 4, 1, 2]) inDays.set(days, (await createEvent(ctx, { startsAt: addDays(now, days) })).id);
  expect(ids(await listSoon(ctx))).toEqual([running, ...[1, 2, 3].map((days) => inDays.get(days))]);
  clock.advanceMinutes(1);
  expect(ids(await listSoon(ctx))).toEqual([1, 2, 3, 4].map((days) => inDays.get(days)));
});

test('past, sold-out and cancelled events stay readable; drafts and unknown ones are not found', async () => {
  const { ctx, api } = await startTestApp();
  const past = await createEvent(ctx, { startsAt: addDays(ctx.clock.now(), -400) });
  const soldOut = await createEvent(ctx, { ticketTypes: [{ allocation: 5, soldOrReserved: 5 }], soldOrReserved: 5 });
  const draft = await createEvent(ctx, { state: 'draft' });
  const cancelled = await createEvent(ctx, { state: 'cancelled' });

  expect(await api().events.get({ id: past.id })).toMatchObject({ id: past.id });
  expect(await api().events.get({ id: soldOut.id })).toMatchObject({ id: soldOut.id, baskets: [{ available: 0 }], isCancelled: false });
  expect(await api().events.get({ id: cancelled.id })).toMatchObject({ baskets: [{ available: 0 }], isCancelled: true });
  for (const id of [draft.id, 999, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
    await expect(api().events.get({ id })).rejects.toMatchObject({
      status: 404,
      body: { code: 'event_not_found', message: 'The event you are looking for could not be found.' },
    });
  }
  await expect(api().events.get({ id: 0 })).rejects.toMatchObject({ status: 400 });
});

test('available are the places that the ticket type and the room both still have', async () => {
  const { ctx } = await startTestApp();
  const roomy = await createEvent(ctx, { capacity: 400, soldOrReserved: 7, ticketTypes: [{ allocation: 10, soldOrReserved: 7 }] });
  const nearlyFull = await createEvent(ctx, {
    capacity: 20,
    soldOrReserved: 18,
    ticketTypes: [
      { allocation: 10, soldOrReserved: 5 },
      { allocation: 15, soldOrReserved: 13 },
    ],
  });
  expect(await availableOf(roomy.id)).toEqual([3]);
  expect(await availableOf(nearlyFull.id)).toEqual([2, 2]);

  async function availableOf(id: number) {
    return (await getEvent(ctx, id)).baskets.map(({ available }) => available);
  }
});

test('sold tenths are those of the places that an event offers, and ten only when none is left', async () => {
  const { ctx } = await startTestApp();
  const tenthsOf = async (fields: Parameters<typeof createEvent>[1]) =>
    (await getEvent(ctx, (await createEvent(ctx, fields)).id)).soldTenths;
  expect(await tenthsOf({ capacity: 400, ticketTypes: [] })).toBe(0);
  expect(await tenthsOf({ capacity: 400, soldOrReserved: 7, ticketTypes: [{ allocation: 100, soldOrReserved: 7 }] })).toBe(0);
  expect(await tenthsOf({ capacity: 400, soldOrReserved: 99, ticketTypes: [{ allocation: 100, soldOrReserved: 99 }] })).toBe(9);
  expect(await tenthsOf({ capacity: 400, soldOrReserved: 100, ticketTypes: [{ allocation: 100, soldOrReserved: 100 }] })).toBe(10);
  const full = { allocation: 50, soldOrReserved: 50 };
  expect(await tenthsOf({ capacity: 400, soldOrReserved: 50, ticketTypes: [full, { allocation: 50, soldOrReserved: 0 }] })).toBe(5);
  expect(await tenthsOf({ capacity: 60, soldOrReserved: 50, ticketTypes: [full, { allocation: 50, soldOrReserved: 0 }] })).toBe(8);
  expect(await tenthsOf({ capacity: 50, soldOrReserved: 50, ticketTypes: [full, { allocation: 50, soldOrReserved: 0 }] })).toBe(10);
});

test('the first basket is the one on sale now [§3.event]', async () => {
  const { ctx, clock } = await startTestApp();
  const now = ctx.clock.now();
  const soon = new Date(now.getTime() + 30 * MINUTE_MS);
  const { id, ticketTypeIds } = await createEvent(ctx, {
    startsAt: addDays(now, 1),
    ticketTypes: [
      { nameLat: 'First', allocation: 5, onSaleUntil: soon },
      { nameLat: 'Second', allocation: 6, onSaleFrom: soon },
      { nameLat: 'Door', allocation: 7, onSaleFrom: addDays(now, 1) },
    ],
  });
  const shown = async () => (await getEvent(ctx, id)).baskets.map(({ nameLat, available }) => `${nameLat} ${available}`);

  expect(await shown()).toEqual(['First 5', 'Second 0', 'Door 0']);
  clock.advanceMinutes(30);
  expect(await shown()).toEqual(['Second 6', 'First 0', 'Door 0']);
  await ctx.db
    .update(ticketTypes)
    .set({ soldOrReserved: 6 })
    .where(eq(ticketTypes.id, ticketTypeIds[1] ?? 0));
  clock.set(addDays(now, 1));
  expect(await shown()).toEqual(['Door 7', 'Second 0', 'First 0']);
});

test('a ticket type names the beginning of its sale as long as it lies ahead and there is room, and the end', async () => {
  const { ctx, clock } = await startTestApp();
  const now = ctx.clock.now();
  const soon = new Date(now.getTime() + 30 * MINUTE_MS);
  const { id } = await createEvent(ctx, { ticketTypes: [{ onSaleFrom: soon, onSaleUntil: addDays(now, 1) }] });
  const full = await createEvent(ctx, { capacity: 5, soldOrReserved: 5, ticketTypes: [{ onSaleFrom: soon }] });
  const windows = async (event: number) =>
    (await getEvent(ctx, event)).baskets.map(({ onSaleFrom, onSaleUntil }) => ({ onSaleFrom, onSaleUntil }));

  const onSaleUntil = '2026-11-21T18:00:00+04:00';
  expect(await windows(id)).toEqual([{ onSaleFrom: '2026-11-20T18:30:00+04:00', onSaleUntil }]);
  expect(await windows(full.id)).toEqual([{ onSaleFrom: null, onSaleUntil: null }]);
  clock.advanceMinutes(30);
  expect(await windows(id)).toEqual([{ onSaleFrom: null, onSaleUntil }]);
});

test('nothing is available once an event is over, and without a price the price is null', async () => {
  const { ctx, clock } = await startTestApp();
  const { id } = await createEvent(ctx, { priceTetri: null, allocation: 9, startsAt: new Date('2026-11-20T23:00:00+04:00') });
  clock.set('2026-11-21T06:59:59+04:00');
  expect((await getEvent(ctx, id)).baskets).toMatchObject([{ price: null, available: 9 }]);
  clock.set('2026-11-21T07:00:00+04:00');
  expect((await getEvent(ctx, id)).baskets).toMatchObject([{ price: null, available: 0 }]);
});

test('other features get events of any state by id, those not published without places', async () => {
  const { ctx } = await startTestApp();
  const open = await createEvent(ctx);
  const cancelled = await createEvent(ctx, { state: 'cancelled' });
  const views = await findEventViews(ctx, [open.id, cancelled.id, open.id, 12_345]);
  expect([...views.keys()]).toEqual([open.id, cancelled.id]);
  expect(views.get(cancelled.id)?.baskets).toMatchObject([{ available: 0 }]);
  expect(await findEventViews(ctx, [])).toEqual(new Map());
});
