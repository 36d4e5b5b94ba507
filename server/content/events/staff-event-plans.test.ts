import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { addDays } from '#shared/dates.ts';
import type { StaffEventView } from '#shared/staff/events.contract.ts';
import { createEvent } from '#tests/factories/events.ts';
import { auditOf, eventFields, openOffice, refusal } from '#tests/factories/event-fields.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';

/** Returns the only copy that a command made. */
async function copyOf(call: Promise<{ items: StaffEventView[] }>): Promise<StaffEventView> {
  const [copy, ...others] = (await call).items;
  if (!copy || others.length > 0) throw new Error('There is not one copy.');
  return copy;
}

test('an event that moves takes its line-up along', async () => {
  const { staff, ctx } = await openOffice();
  const startsAt = new Date('2026-12-04T23:00:00+04:00');
  const { id } = await createEvent(ctx, {
    startsAt,
    lineUps: [{ floor: 1, artistName: 'Lela M.', startsAt: new Date('2026-12-05T01:30:00+04:00') }],
  });
  const { version } = await staff.get({ id });
  const moved = await staff.update({ id, body: { ...eventFields({ day: '2026-12-12', from: '22:00' }), version } });
  expect(moved.lineUps).toMatchObject([{ startTime: '2026-12-13T01:30:00+04:00' }]);
});

test('a copy is a draft on another day with nothing sold', async () => {
  const office = await openOffice();
  const { ctx, staff } = office;
  const startsAt = new Date('2026-11-20T23:00:00+04:00');
  const { id } = await createEvent(ctx, {
    startsAt,
    isComingSoon: true,
    capacity: 300,
    soldOrReserved: 7,
    lineUps: [{ floor: 2, artistName: 'Lela M.', startsAt: new Date('2026-11-21T01:30:00+04:00'), isHeadliner: true }],
    ticketTypes: [
      { name: 'პირველი', nameLat: 'First', priceTetri: 3000, allocation: 50, soldOrReserved: 7, onSaleUntil: addDays(startsAt, -1) },
      { name: 'კარი', nameLat: 'Door', priceTetri: null, allocation: 80 },
    ],
  });

  await ctx.db.update(events).set({ verifiedOnly: true }).where(eq(events.id, id));
  const copy = await copyOf(staff.copy({ id, body: { days: ['2026-11-27'] } }));

  expect(copy).toMatchObject({ state: 'draft', day: '2026-11-27', from: '23:00', until: '07:00', capacity: 300 });
  expect(copy.places).toEqual({ sold: 0, given: 0, held: 0, offered: 50, capacity: 300 });
  expect(copy).toMatchObject({ isComingSoon: false, isVerifiedOnly: true, ticketTypes: 1 });
  expect(copy.lineUps).toMatchObject([{ floor: 2, artistName: 'Lela M.', startTime: '2026-11-28T01:30:00+04:00', isHeaderLineUp: true }]);
  const copied = await ctx.db.select().from(ticketTypes).where(eq(ticketTypes.eventId, copy.id)).orderBy(asc(ticketTypes.position));
  expect(copied).toMatchObject([
    { nameLat: 'First', priceTetri: 3000, allocation: 50, soldOrReserved: 0, onSaleUntil: addDays(startsAt, 6) },
    { nameLat: 'Door', priceTetri: null, allocation: 80, soldOrReserved: 0, onSaleUntil: null },
  ]);
  expect(await auditOf(office, copy.id)).toMatchObject([{ action: 'night.copy', detail: { from: id, day: '2026-11-27' } }]);
  expect(await refusal(staff.copy({ id: 999, body: { days: ['2026-11-27'] } }))).toMatchObject({ status: 404 });
});

test('an event is published, withdrawn, cancelled and taken back, each with its reason', async () => {
  const office = await openOffice();
  let { id, version } = await office.staff.create({ body: eventFields() });
  for (const state of ['published', 'draft', 'published', 'cancelled', 'published'] as const) {
    const event = await office.staff.changeState({ id, body: { version, state, reason: `now ${state}`, confirmed: ['nothing_on_sale'] } });
    expect(event.state).toBe(state);
    ({ version } = event);
  }
  const entries = await auditOf(office, id);
  expect(entries.slice(1).map(({ detail }) => detail)).toContainEqual({
    before: { state: 'published' },
    after: { state: 'cancelled' },
    reason: 'now cancelled',
  });
});

test('an event with guests cannot be withdrawn, and one that is being refunded stays cancelled', async () => {
  const { ctx, api, admin, staff } = await openOffice();
  const { id } = await createEvent(ctx, { soldOrReserved: 1 });
  const { version } = await staff.get({ id });
  expect(await refusal(staff.changeState({ id, body: { version, state: 'draft' } }))).toMatchObject({ code: 'night_has_guests' });

  const cancelled = await staff.changeState({ id, body: { version, state: 'cancelled', reason: 'No power' } });
  await api(admin.accessToken).staffMoney.refundEvent({ id, body: { reason: 'No power' } });
  expect([cancelled.isRefunded, (await staff.get({ id })).isRefunded]).toEqual([false, true]);
  const back = staff.changeState({ id, body: { version: cancelled.version, state: 'published' } });
  expect(await refusal(back)).toMatchObject({ status: 409, code: 'night_refunded' });
});

test('a command is one revision of the event, however many acts it touches', async () => {
  const { staff } = await openOffice();
  const { id, version } = await staff.create({ body: eventFields() });
  expect(version).toBe(0);
  const slots = Array.from({ length: 12 }, (_, act) => {
    return { floor: 1, artistName: `Act ${act}`, time: `0${Math.floor(act / 2)}:${act % 2}0`, isHeadliner: false } as const;
  });
  const written = await staff.changeLineUp({ id, body: { version, slots } });
  expect(written.version).toBe(version + 1);
  const shorter = await staff.changeLineUp({ id, body: { version: written.version, slots: slots.slice(1) } });
  expect(shorter.version).toBe(version + 2);
  const moved = await staff.update({ id, body: { ...eventFields({ day: '2026-12-12' }), version: shorter.version } });
  expect(moved.version).toBe(version + 3);
  const copy = await copyOf(staff.copy({ id, body: { days: ['2026-12-19'], confirmed: ['nothing_on_sale'] } }));
  expect(copy.version).toBe(0);
});

test('a line-up is written in the hours of the event', async () => {
  const office = await openOffice();
  const { id, version } = await office.staff.create({ body: eventFields() });
  const slots = [
    { floor: 1, artistName: 'Lela M.', time: '23:00', isHeadliner: false },
    { floor: 1, artistName: 'OBERTON', time: '01:30', isHeadliner: true },
    { floor: 2, artistName: 'დათა', time: '23:30', isHeadliner: false },
  ] as const;
  const event = await office.staff.changeLineUp({ id, body: { version, slots: [...slots] } });
  expect(event.lineUps).toMatchObject([
    { floor: 1, artistName: 'Lela M.', startTime: '2026-12-04T23:00:00+04:00', isHeaderLineUp: false },
    { floor: 1, artistName: 'OBERTON', startTime: '2026-12-05T01:30:00+04:00', isHeaderLineUp: true },
    { floor: 2, artistName: 'დათა', startTime: '2026-12-04T23:30:00+04:00', isHeaderLineUp: false },
  ]);
  const outside = { floor: 1, artistName: 'Too late', time: '07:00', isHeadliner: false } as const;
  const refused = office.staff.changeLineUp({ id, body: { version: event.version, slots: [slots[0], outside] } });
  expect(await refusal(refused)).toMatchObject({ status: 422, errors: { 'slots.1.time': 'validation.time_outside_event' } });
  const nameless = office.staff.changeLineUp({ id, body: { version: event.version, slots: [{ ...outside, artistName: ' ' }] } });
  expect(await refusal(nameless)).toMatchObject({ status: 422, errors: { 'slots.0.artistName': 'validation.artist_required' } });
  expect(await office.staff.get({ id })).toEqual(event);
  const [first, ...others] = slots;
  const renamed = await office.staff.changeLineUp({
    id,
    body: { version: event.version, slots: [{ ...first, artistName: 'Lela M. live' }, ...others] },
  });
  expect(renamed.lineUps.map((act) => act.id)).toEqual(event.lineUps.map((act) => act.id));
  const [, change] = await auditOf(office, id);
  expect(change).toMatchObject({
    action: 'night.line_up',
    detail: {
      before: [],
      after: ['1 2026-12-04T23:00:00+04:00 Lela M.', '1 2026-12-05T01:30:00+04:00 OBERTON *', '2 2026-12-04T23:30:00+04:00 დათა'],
    },
  });
});
