import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { auditOf, openOffice, refusal } from '#tests/factories/event-fields.ts';
import { events, lineUps, ticketTypes } from '#server/content/content.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';

const FRIDAY = new Date('2026-12-04T23:00:00+04:00');
const FRIDAYS = ['2026-12-11', '2026-12-18', '2026-12-25'];

async function openWithFriday() {
  const office = await openOffice();
  const lineUp = [{ floor: 1, artistName: 'Lela M.', startsAt: new Date('2026-12-05T01:00:00+04:00') }];
  const { id } = await createEvent(office.ctx, { startsAt: FRIDAY, lineUps: lineUp });
  return { ...office, id };
}

test('one command copies an event to several days, with or without its line-up, as drafts or published at once', async () => {
  const office = await openWithFriday();
  const { staff, id, ctx } = office;
  const drafts = await staff.copy({ id, body: { days: FRIDAYS } });
  expect(drafts.items.map(({ day, state, lineUps: acts, ticketTypes: count }) => [day, state, acts.length, count])).toEqual(
    FRIDAYS.map((day) => [day, 'draft', 1, 1]),
  );
  const { items } = await staff.copy({ id, body: { days: ['2027-01-01', '2027-01-08'], lineUp: false, publish: true } });
  expect(items.map(({ day, state, lineUps: acts }) => [day, state, acts.length])).toEqual([
    ['2027-01-01', 'published', 0],
    ['2027-01-08', 'published', 0],
  ]);
  expect(await auditOf(office, items[0]?.id ?? 0)).toMatchObject([
    { action: 'night.copy', detail: { from: id, day: '2027-01-01', lineUp: false, after: { state: 'published' } } },
  ]);
  expect(await ctx.db.$count(events)).toBe(6);
});

test('of several copies all are made or none', async () => {
  const { staff, id, ctx } = await openWithFriday();
  const taken = await createEvent(ctx, { startsAt: new Date('2026-12-18T22:00:00+04:00') });
  const { days } = await staff.copyWarnings({ id, days: [...FRIDAYS, '2026-11-06'].join(',') });
  expect(days.map(({ day, warnings }) => [day, warnings.map(({ key }) => key)])).toEqual([
    ['2026-12-11', []],
    ['2026-12-18', [`evening_taken:${taken.id}`]],
    ['2026-12-25', []],
    ['2026-11-06', ['past']],
  ]);
  expect(await refusal(staff.copy({ id, body: { days: FRIDAYS } }))).toMatchObject({
    code: 'night_to_confirm',
    params: { warnings: `evening_taken:${taken.id}` },
  });
  expect(await ctx.db.$count(events)).toBe(2);
  await staff.copy({ id, body: { days: FRIDAYS, confirmed: [`evening_taken:${taken.id}`] } });
  expect(await ctx.db.$count(events)).toBe(5);
});

test('days that are missing, unreal, too many or the same evening are refused', async () => {
  const { staff, id, ctx } = await openWithFriday();
  const many = Array.from({ length: 13 }, (_, place) => `2027-01-${String(place + 10)}`);
  for (const [days, key] of [
    [[], 'validation.day_required'],
    [['2026-12-11', '2026-12-11'], 'validation.days_overlap'],
    [many, 'validation.days_max'],
  ] as const)
    expect([key, await refusal(staff.copy({ id, body: { days: [...days] } }))]).toMatchObject([
      key,
      { status: 422, errors: { days: key } },
    ]);
  expect(await refusal(staff.copy({ id, body: { days: ['2026-02-30'] } }))).toMatchObject({ status: 422 });
  expect(await refusal(staff.copyWarnings({ id, days: 'soon' }))).toMatchObject({ status: 400 });
  expect(await ctx.db.$count(events)).toBe(1);
});

test('a command that is sent again under its key makes no second copies', async () => {
  const { staff, id, ctx } = await openWithFriday();
  const send = () => staff.copy({ id, body: { days: FRIDAYS } }, { idempotencyKey: 'a-double-click' });
  const first = await send();
  expect(await send()).toEqual(first);
  expect(await ctx.db.$count(events)).toBe(4);
});

test('free days are those of the weekday or the opening days, without evenings of events and drafts', async () => {
  const { staff, id, ctx } = await openWithFriday();
  await createEvent(ctx, { startsAt: new Date('2026-12-11T22:00:00+04:00') });
  await createEvent(ctx, { startsAt: new Date('2026-12-19T22:00:00+04:00'), state: 'draft' });
  expect(await staff.freeDays({ id, count: 3 })).toEqual({ days: ['2026-12-18', '2026-12-25', '2027-01-01'] });
  expect(await staff.freeDays({ id, count: 4, on: 'opening' })).toEqual({ days: ['2026-12-05', '2026-12-12', '2026-12-18', '2026-12-25'] });
  expect(await refusal(staff.freeDays({ id: 999 }))).toMatchObject({ status: 404 });
  expect(await refusal(staff.freeDays({ id, count: 13 }))).toMatchObject({ status: 400 });
});

test('copies that nobody touched are taken back, all or none', async () => {
  const office = await openWithFriday();
  const { staff, id, ctx } = office;
  const { items } = await staff.copy({ id, body: { days: FRIDAYS } });
  const copies = items.map((copy) => ({ id: copy.id, version: copy.version }));
  expect(await staff.undoCopies({ body: { copies } })).toEqual({});
  for (const table of [events, ticketTypes, lineUps]) expect(await ctx.db.$count(table)).toBe(1);
  expect((await auditOf(office, copies[0]?.id ?? 0)).at(-1)).toMatchObject({ action: 'night.delete', detail: { undone: true } });
  expect(await refusal(staff.undoCopies({ body: { copies } }))).toMatchObject({ status: 404 });
});

test('copies that went on the site at once are taken back until somebody wants a place', async () => {
  const { staff, id, ctx, ...app } = await openWithFriday();
  const publish = async (days: string[]) =>
    (await staff.copy({ id, body: { days, publish: true } })).items.map((copy) => ({
      id: copy.id,
      version: copy.version,
    }));
  const copies = await publish(FRIDAYS);
  expect(await staff.undoCopies({ body: { copies } })).toEqual({});
  expect(await ctx.db.$count(events)).toBe(1);

  const wanted = await publish(FRIDAYS);
  const guest = await createUser(ctx);
  await app.api(guest.accessToken).cart.addTicket({ eventId: wanted[0]?.id ?? 0 });
  expect(await refusal(staff.undoCopies({ body: { copies: wanted } }))).toMatchObject({ status: 409, code: 'night_not_deletable' });
  expect(await ctx.db.$count(events)).toBe(1 + FRIDAYS.length);
});

test('a copy that somebody changed, published or gave a ticket type is not taken back, nor one that is no copy', async () => {
  const { staff, id, ctx, api, admin } = await openWithFriday();
  const { staffTicketTypes, staffLists } = api(admin.accessToken);
  const newCopies = async (days: string[]) =>
    (await staff.copy({ id, body: { days } })).items.map((copy) => ({ id: copy.id, version: copy.version }));
  const [first, second] = await newCopies(['2026-12-11', '2026-12-18']);
  if (!first || !second) throw new Error('There are no copies.');
  const undo = (...copies: { id: number; version: number }[]) => refusal(staff.undoCopies({ body: { copies } }));

  await staff.changeLineUp({ id: first.id, body: { version: first.version, slots: [] } });
  expect(await undo(second, first)).toMatchObject({ status: 409, code: 'conflict' });
  expect(await undo(second, { ...first, version: first.version + 1 })).toMatchObject({ status: 409, code: 'conflict' });

  const ticketType = { name: 'ბ', nameLat: 'B', price: 10, allocation: 5, onSaleFrom: null, onSaleUntil: null };
  await staffTicketTypes.add({ id: second.id, body: ticketType });
  expect(await undo(second)).toMatchObject({ status: 409, code: 'conflict' });

  const [listed, published] = await newCopies(['2026-12-25', '2027-01-01']);
  if (!listed || !published) throw new Error('There are no copies.');
  await staffLists.add({ id: listed.id, body: { name: 'Friends', allocation: 5, freeUntil: null } });
  expect(await undo(listed)).toMatchObject({ status: 409, code: 'conflict' });
  const { version } = await staff.changeState({ id: published.id, body: { version: published.version, state: 'published' } });
  expect(await undo({ id: published.id, version })).toMatchObject({ status: 409, code: 'conflict' });

  const draft = await createEvent(ctx, { state: 'draft', startsAt: new Date('2027-02-05T23:00:00+04:00') });
  expect(await undo({ id: draft.id, version: 0 })).toMatchObject({ status: 409, code: 'conflict' });
  expect(await ctx.db.$count(auditEntries, eq(auditEntries.action, 'night.delete'))).toBe(0);
});
