import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { EventWarning } from '#shared/staff/events.contract.ts';
import { createEvent } from '#tests/factories/events.ts';
import { eventFields, openOffice, refusal } from '#tests/factories/event-fields.ts';
import { signInAgain } from '#tests/factories/users.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';

const at = (text: string) => new Date(`${text}+04:00`);
const FRIDAY = { startsAt: at('2026-12-04T23:00:00'), endsAt: at('2026-12-05T07:00:00') };
const FRIDAY_TYPED = { day: '2026-12-04', from: '23:00', until: '07:00' };
const keys = (warnings: EventWarning[]) => warnings.map(({ key }) => key);

test('a new event that is published at once needs one confirmation', async () => {
  const { staff, ctx } = await openOffice();
  const other = await createEvent(ctx, { ...FRIDAY, nameLat: 'Deep Kura' });
  const body = { ...eventFields({ from: '12:00', until: '11:00' }), publish: true };
  const { warnings } = await staff.warnings({ day: body.day, from: body.from, until: body.until });
  expect(warnings).toMatchObject([
    { key: `evening_taken:${other.id}`, night: { id: other.id, nameLat: 'Deep Kura', startDate: '2026-12-04T23:00:00+04:00' } },
    { key: 'too_long', hours: 23 },
    { key: 'nothing_on_sale' },
  ]);
  const refused = await refusal(staff.create({ body }));
  expect(refused).toMatchObject({ status: 409, code: 'night_to_confirm', params: { warnings: keys(warnings).join(' ') } });
  expect(await ctx.db.$count(events)).toBe(1);
  expect(await staff.create({ body: { ...body, publish: false } })).toMatchObject({ state: 'draft' });
  expect(await staff.create({ body: { ...body, confirmed: keys(warnings) } })).toMatchObject({ state: 'published' });
});

test('a problem that came up after the question needs another confirmation', async () => {
  const { staff, ctx } = await openOffice();
  const body = { ...eventFields({ isComingSoon: true }), publish: true };
  const first = await createEvent(ctx, FRIDAY);
  const confirmed = keys((await staff.warnings({ ...FRIDAY_TYPED, isComingSoon: true })).warnings);
  expect(confirmed).toEqual([`evening_taken:${first.id}`]);
  const second = await createEvent(ctx, FRIDAY);
  expect(await refusal(staff.create({ body: { ...body, confirmed } }))).toMatchObject({
    params: { warnings: `evening_taken:${second.id}` },
  });
});

test.each([
  ['at noon of the same day', { day: '2026-12-04', from: '12:00', until: '20:00' }, true],
  ['in its last hour', { day: '2026-12-05', from: '06:00', until: '14:00' }, true],
  ['when it is over', { day: '2026-12-05', from: '12:00', until: '20:00' }, false],
  ['the morning before', { day: '2026-12-04', from: '03:00', until: '09:00' }, false],
])('another event %s takes the evening: %j is %s', async (_, plan, isTaken) => {
  const { staff, ctx } = await openOffice();
  const { id } = await createEvent(ctx, FRIDAY);
  await createEvent(ctx, { ...FRIDAY, state: 'draft' });
  await createEvent(ctx, { ...FRIDAY, state: 'cancelled' });
  const { warnings } = await staff.warnings({ ...plan, isComingSoon: true });
  expect(keys(warnings)).toEqual(isTaken ? [`evening_taken:${id}`] : []);
});

test('a draft is published with a past day, acts outside of its hours or no open sale only when that is confirmed', async () => {
  const { staff, ctx, clock } = await openOffice();
  const { id, ticketTypeId } = await createEvent(ctx, {
    ...FRIDAY,
    state: 'draft',
    lineUps: [
      { floor: 1, artistName: 'Lela M.', startsAt: at('2026-12-05T01:00:00') },
      { floor: 2, artistName: 'DVS1', startsAt: at('2026-12-05T05:00:00') },
    ],
  });
  expect((await staff.warnings({ id })).warnings).toEqual([]);
  await ctx.db.update(ticketTypes).set({ onSaleUntil: clock.now() }).where(eq(ticketTypes.id, ticketTypeId));
  const typed = eventFields({ day: '2026-11-04', until: '05:00' });
  const { warnings } = await staff.warnings({ id, day: typed.day, from: typed.from, until: typed.until });
  expect(warnings).toEqual([
    { key: 'past', code: 'past' },
    { key: 'acts_outside', code: 'acts_outside', acts: [{ name: 'DVS1', startDate: '2026-11-05T05:00:00+04:00' }] },
    { key: 'nothing_on_sale', code: 'nothing_on_sale' },
  ]);
  const { version } = await staff.get({ id });
  const publish = (confirmed: string[]) => staff.update({ id, body: { ...typed, version, publish: true, confirmed } });
  expect(await refusal(publish(['past']))).toMatchObject({ params: { warnings: 'acts_outside nothing_on_sale' } });
  expect(await publish(keys(warnings))).toMatchObject({ state: 'published' });
  expect(await refusal(staff.changeState({ id, body: { version: version + 1, state: 'published' } }))).toBeUndefined();
});

test('a published event that moves onto a taken evening needs a confirmation', async () => {
  const { staff, ctx } = await openOffice();
  const taken = await createEvent(ctx, FRIDAY);
  const { id } = await createEvent(ctx, { startsAt: at('2026-12-11T23:00:00'), endsAt: at('2026-12-12T07:00:00') });
  const { version } = await staff.get({ id });
  const moved = { ...eventFields(), version };
  expect(await refusal(staff.update({ id, body: moved }))).toMatchObject({ params: { warnings: `evening_taken:${taken.id}` } });
  expect(await staff.update({ id, body: { ...moved, confirmed: [`evening_taken:${taken.id}`] } })).toMatchObject({ day: '2026-12-04' });
});

test('a copy needs a confirmation of its day, and the proposed day is free of events and drafts', async () => {
  const { api, admin, ctx, clock } = await openOffice();
  clock.set(at('2026-12-10T12:00:00'));
  const { id } = await createEvent(ctx, FRIDAY);
  const friday = await createEvent(ctx, { startsAt: at('2026-12-11T22:00:00'), endsAt: at('2026-12-12T06:00:00') });
  await createEvent(ctx, { startsAt: at('2026-12-18T14:00:00'), endsAt: at('2026-12-18T20:00:00'), state: 'draft' });
  const { staffEvents } = api(await signInAgain(ctx, admin.id));
  expect(await staffEvents.freeDays({ id })).toEqual({ days: ['2026-12-25'] });
  const copy = (day: string) => staffEvents.copy({ id, body: { days: [day] } });
  expect(await refusal(copy('2026-12-11'))).toMatchObject({ params: { warnings: `evening_taken:${friday.id}` } });
  expect(await refusal(copy('2026-12-03'))).toMatchObject({ params: { warnings: 'past' } });
  expect(await copy('2026-12-25')).toMatchObject({ items: [{ day: '2026-12-25' }] });
  expect(await staffEvents.freeDays({ id })).toEqual({ days: ['2027-01-01'] });
});
