import { asc, eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { addDays, toWireTime } from '#shared/dates.ts';
import { ApiError } from '#shared/errors.ts';
import { auditEntries } from '#server/audit/audit.table.ts';
import { createEvent } from '#tests/factories/events.ts';
import { nightFields } from '#tests/factories/nights.ts';
import { createAdmin, createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { listenForContentChanges } from '#server/db/content-changes.ts';
import { baskets, events } from './events.table.ts';

async function openOffice() {
  const app = await startTestApp();
  const admin = await createAdmin(app.ctx, { firstName: 'Lela', lastName: 'Maisuradze' });
  return { ...app, admin, staff: app.api(admin.accessToken).staffNights };
}

const refusal = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? { status: error.status, ...error.body } : error),
  );

const auditOf = ({ ctx }: TestApp, id: number) =>
  ctx.db
    .select({ action: auditEntries.action, detail: auditEntries.detail, staffId: auditEntries.staffId })
    .from(auditEntries)
    .where(eq(auditEntries.subject, `event ${id}`))
    .orderBy(asc(auditEntries.id));

test('only an admin may do anything with nights', async () => {
  const { ctx, api } = await startTestApp();
  const { id } = await createEvent(ctx);
  const guest = await createUser(ctx);
  for (const [client, status] of [
    [api().staffNights, 401],
    [api(guest.accessToken).staffNights, 403],
  ] as const) {
    const calls = [
      client.list({ show: 'upcoming' }),
      client.get({ id }),
      client.create({ body: nightFields() }),
      client.update({ id, body: { ...nightFields(), version: 0 } }),
      client.copy({ id, body: { day: '2026-12-11' } }),
      client.changeState({ id, body: { version: 0, state: 'cancelled' } }),
      client.changeLineUp({ id, body: { version: 0, slots: [] } }),
      client.removePhoto({ id, version: 0 }),
    ].map(refusal);
    for (const call of calls) expect(await call).toMatchObject({ status });
  }
  expect(await ctx.db.select().from(auditEntries)).toEqual([]);
});

test('a night is written as it is typed: its end is the next morning', async () => {
  const office = await openOffice();
  const night = await office.staff.create({ body: nightFields() });
  expect(night).toMatchObject({
    ...nightFields(),
    state: 'draft',
    startDate: '2026-12-04T23:00:00+04:00',
    endDate: '2026-12-05T07:00:00+04:00',
    held: 0,
    sold: 0,
    lineUps: [],
    eventPhotoUrl: null,
    changedBy: 'Lela Maisuradze',
  });
  expect(await refusal(office.api().events.get({ id: night.id }))).toMatchObject({ status: 404 });
  expect(await auditOf(office, night.id)).toMatchObject([{ action: 'night.create', staffId: office.admin.id }]);
});

test('a night can be on the site in one step', async () => {
  const { staff, api } = await openOffice();
  const { id } = await staff.create({ body: { ...nightFields(), publish: true } });
  expect(await api().events.get({ id })).toMatchObject({ nameLat: 'Night', startDate: '2026-12-04T23:00:00+04:00' });
});

test('every field is checked, and the answer names it', async () => {
  const { staff, ctx } = await openOffice();
  const wrong = [
    [{ name: ' ' }, { name: 'validation.night_name_required' }],
    [{ nameLat: 'two\nlines' }, { nameLat: 'validation.invalid' }],
    [{ nameLat: 'x'.repeat(121) }, { nameLat: 'validation.too_long' }],
    [{ description: 'x'.repeat(5_001) }, { description: 'validation.too_long' }],
    [{ day: '2026-02-30' }, { day: 'validation.day_required' }],
    [{ day: '0026-12-04' }, { day: 'validation.day_required' }],
    [{ from: '24:00' }, { from: 'validation.time_format' }],
    [{ until: '7' }, { until: 'validation.time_format' }],
    [{ until: '23:00' }, { until: 'validation.night_empty' }],
    [{ capacity: 0 }, { capacity: 'validation.capacity' }],
    [{ capacity: 1.5 }, { capacity: 'validation.capacity' }],
    [{ placesPerPerson: 101 }, { placesPerPerson: 'validation.places_per_person' }],
  ] as const;
  for (const [fields, errors] of wrong) {
    const body = { ...nightFields(), ...fields };
    expect(await refusal(staff.create({ body }))).toMatchObject({ status: 422, code: 'invalid_fields', errors });
  }
  expect(await ctx.db.$count(events)).toBe(0);
});

test('a change is written with what was before', async () => {
  const office = await openOffice();
  const { id, version } = await office.staff.create({ body: nightFields() });
  const night = await office.staff.update({ id, body: { ...nightFields({ nameLat: 'Another', capacity: 350 }), version, publish: true } });
  expect(night).toMatchObject({ nameLat: 'Another', capacity: 350, state: 'published', day: '2026-12-04' });
  expect(night.version).toBeGreaterThan(version);
  const [, change] = await auditOf(office, id);
  expect(change).toMatchObject({
    action: 'night.update',
    detail: {
      before: { nameLat: 'Night', capacity: 400, state: 'draft' },
      after: { nameLat: 'Another', capacity: 350, state: 'published' },
    },
  });
});

test('the second of two editors is told, and nothing of the first is overwritten', async () => {
  const { staff, ctx } = await openOffice();
  const { id, version } = await staff.create({ body: nightFields() });
  const first = await staff.update({ id, body: { ...nightFields({ nameLat: 'First' }), version } });

  const second = [
    staff.update({ id, body: { ...nightFields({ nameLat: 'Second' }), version } }),
    staff.changeState({ id, body: { version, state: 'published' } }),
    staff.changeLineUp({ id, body: { version, slots: [] } }),
  ].map(refusal);
  for (const call of second) {
    expect(await call).toMatchObject({ status: 409, code: 'conflict', params: { version: first.version } });
  }

  expect(await staff.get({ id })).toEqual(first);
  expect(await ctx.db.$count(auditEntries)).toBe(2);
});

test('of many who save the same version at once one is heard', async () => {
  const { staff } = await openOffice();
  const { id, version } = await staff.create({ body: nightFields() });
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];
  const answers = await Promise.allSettled(names.map((nameLat) => staff.update({ id, body: { ...nightFields({ nameLat }), version } })));
  const heard = answers.filter(({ status }) => status === 'fulfilled');
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatchObject({ value: { nameLat: (await staff.get({ id })).nameLat } });
});

test('every change of a night counts: coming soon and capacity too', async () => {
  const { staff } = await openOffice();
  const night = await staff.create({ body: nightFields() });
  const { id, version } = night;
  const soon = await staff.update({ id, body: { ...nightFields({ isComingSoon: true }), version } });
  expect(soon.version).toBeGreaterThan(version);
  expect(await refusal(staff.update({ id, body: { ...nightFields({ capacity: 10 }), version } }))).toMatchObject({ status: 409 });
});

test('the room never gets smaller than what is held and sold', async () => {
  const { staff, ctx } = await openOffice();
  const { id } = await createEvent(ctx, { capacity: 100, held: 3, sold: 40 });
  const { version, day, from, until } = await staff.get({ id });
  const save = (capacity: number) => staff.update({ id, body: { ...nightFields({ day, from, until, capacity }), version } });
  expect(await refusal(save(42))).toMatchObject({
    status: 422,
    errors: { capacity: 'validation.capacity_taken' },
    params: { taken: 43 },
  });
  expect(await save(43)).toMatchObject({ capacity: 43 });
});

test('a night that moves takes its line-up along', async () => {
  const { staff, ctx } = await openOffice();
  const startsAt = new Date('2026-12-04T23:00:00+04:00');
  const { id } = await createEvent(ctx, {
    startsAt,
    lineUps: [{ floor: 1, artistName: 'Lela M.', startsAt: new Date('2026-12-05T01:30:00+04:00') }],
  });
  const { version } = await staff.get({ id });
  const moved = await staff.update({ id, body: { ...nightFields({ day: '2026-12-12', from: '22:00' }), version } });
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
    held: 2,
    sold: 5,
    lineUps: [{ floor: 2, artistName: 'Lela M.', startsAt: new Date('2026-11-21T01:30:00+04:00'), isHeadliner: true }],
    baskets: [
      { name: 'პირველი', nameLat: 'First', priceTetri: 3000, quota: 50, held: 2, sold: 5, onSaleUntil: addDays(startsAt, -1) },
      { name: 'კარი', nameLat: 'Door', priceTetri: null, quota: 80 },
    ],
  });

  await ctx.db.update(events).set({ verifiedOnly: true }).where(eq(events.id, id));
  const copy = await staff.copy({ id, body: { day: '2026-11-27' } });

  expect(copy).toMatchObject({ state: 'draft', day: '2026-11-27', from: '23:00', until: '07:00', capacity: 300, held: 0, sold: 0 });
  expect(copy).toMatchObject({ isComingSoon: false, isVerifiedOnly: true, releases: 1 });
  expect(copy.lineUps).toMatchObject([{ floor: 2, artistName: 'Lela M.', startTime: '2026-11-28T01:30:00+04:00', isHeaderLineUp: true }]);
  const releases = await ctx.db.select().from(baskets).where(eq(baskets.eventId, copy.id)).orderBy(asc(baskets.position));
  expect(releases).toMatchObject([
    { nameLat: 'First', priceTetri: 3000, quota: 50, held: 0, sold: 0, onSaleUntil: addDays(startsAt, 6) },
    { nameLat: 'Door', priceTetri: null, quota: 80, held: 0, sold: 0, onSaleUntil: null },
  ]);
  expect(await auditOf(office, copy.id)).toMatchObject([{ action: 'night.copy', detail: { from: id, day: '2026-11-27' } }]);
  expect(await refusal(staff.copy({ id: 999, body: { day: '2026-11-27' } }))).toMatchObject({ status: 404 });
});

test('a night is published, withdrawn, cancelled and taken back, each with its reason', async () => {
  const office = await openOffice();
  let { id, version } = await office.staff.create({ body: nightFields() });
  for (const state of ['published', 'draft', 'published', 'cancelled', 'published'] as const) {
    const night = await office.staff.changeState({ id, body: { version, state, reason: `now ${state}` } });
    expect(night.state).toBe(state);
    ({ version } = night);
  }
  const entries = await auditOf(office, id);
  expect(entries.slice(1).map(({ detail }) => detail)).toContainEqual({
    before: { state: 'published' },
    after: { state: 'cancelled' },
    reason: 'now cancelled',
  });
});

test('a night with guests cannot be withdrawn, and one that is being refunded stays cancelled', async () => {
  const { ctx, api, admin, staff } = await openOffice();
  const { id } = await createEvent(ctx, { sold: 1 });
  const { version } = await staff.get({ id });
  expect(await refusal(staff.changeState({ id, body: { version, state: 'draft' } }))).toMatchObject({ code: 'night_has_guests' });

  const cancelled = await staff.changeState({ id, body: { version, state: 'cancelled', reason: 'No power' } });
  await api(admin.accessToken).staffMoney.refundEvent({ id, body: { reason: 'No power' } });
  const back = staff.changeState({ id, body: { version: cancelled.version, state: 'published' } });
  expect(await refusal(back)).toMatchObject({ status: 409, code: 'night_refunded' });
});

test('lists go on where the page before ended, also among nights that begin together', async () => {
  const { ctx, staff } = await openOffice();
  const now = ctx.clock.now();
  const soon = addDays(now, 1);
  const ids: number[] = [];
  for (const startsAt of [soon, addDays(now, 3), soon, soon, addDays(now, 2)]) ids.push((await createEvent(ctx, { startsAt })).id);
  const [a = 0, d = 0, b = 0, c = 0, e = 0] = ids;
  const read: number[] = [];
  let before: number | undefined;
  do {
    const page = await staff.list({ show: 'upcoming', limit: 2, ...(before !== undefined && { before }) });
    read.push(...page.items.map(({ id }) => id));
    before = page.next ?? undefined;
  } while (before !== undefined);
  expect(read).toEqual([a, b, c, e, d]);
});

test('lists tell what comes, what was and what is not announced, and find names in both scripts', async () => {
  const { ctx, staff } = await openOffice();
  const now = ctx.clock.now();
  const past = await createEvent(ctx, {
    startsAt: addDays(now, -8),
    name: 'ნულოვანი',
    nameLat: 'Nulovani',
    lineUps: [{ floor: 1, artistName: 'Lela M.', startsAt: addDays(now, -8) }],
  });
  const older = await createEvent(ctx, { startsAt: addDays(now, -15), nameLat: '100% techno' });
  const draft = await createEvent(ctx, { state: 'draft', nameLat: 'Draft night' });
  const gone = await createEvent(ctx, { state: 'cancelled', startsAt: addDays(now, 2) });
  const list = async (show: 'upcoming' | 'past' | 'drafts', search = '') => {
    const { items } = await staff.list({ show, search });
    return items.map(({ id }) => id);
  };
  expect(await list('upcoming')).toEqual([draft.id, gone.id]);
  expect(await list('past')).toEqual([past.id, older.id]);
  expect(await list('drafts')).toEqual([draft.id]);
  expect(await list('past', 'ულოვ')).toEqual([past.id]);
  expect(await list('past', 'NULO')).toEqual([past.id]);
  expect(await list('past', '%')).toEqual([older.id]);
  expect(await list('upcoming', 'nothing')).toEqual([]);
  expect((await staff.list({ show: 'past' })).items[0]).toMatchObject({
    startDate: toWireTime(addDays(now, -8)),
    releases: 1,
    acts: 1,
  });
});

test('a line-up is written in the hours of the night', async () => {
  const office = await openOffice();
  const { id, version } = await office.staff.create({ body: nightFields() });
  const slots = [
    { floor: 1, artistName: 'Lela M.', time: '23:00', isHeadliner: false },
    { floor: 1, artistName: 'OBERTON', time: '01:30', isHeadliner: true },
    { floor: 2, artistName: 'დათა', time: '23:30', isHeadliner: false },
  ] as const;
  const night = await office.staff.changeLineUp({ id, body: { version, slots: [...slots] } });
  expect(night.lineUps).toMatchObject([
    { floor: 1, artistName: 'Lela M.', startTime: '2026-12-04T23:00:00+04:00', isHeaderLineUp: false },
    { floor: 1, artistName: 'OBERTON', startTime: '2026-12-05T01:30:00+04:00', isHeaderLineUp: true },
    { floor: 2, artistName: 'დათა', startTime: '2026-12-04T23:30:00+04:00', isHeaderLineUp: false },
  ]);
  const outside = { floor: 1, artistName: 'Too late', time: '07:00', isHeadliner: false } as const;
  const refused = office.staff.changeLineUp({ id, body: { version: night.version, slots: [slots[0], outside] } });
  expect(await refusal(refused)).toMatchObject({ status: 422, errors: { 'slots.1.time': 'validation.time_outside_night' } });
  const nameless = office.staff.changeLineUp({ id, body: { version: night.version, slots: [{ ...outside, artistName: ' ' }] } });
  expect(await refusal(nameless)).toMatchObject({ status: 422, errors: { 'slots.0.artistName': 'validation.artist_required' } });
  expect(await office.staff.get({ id })).toEqual(night);
  const [, change] = await auditOf(office, id);
  expect(change).toMatchObject({
    action: 'night.line_up',
    detail: {
      before: [],
      after: ['1 2026-12-04T23:00:00+04:00 Lela M.', '1 2026-12-05T01:30:00+04:00 OBERTON *', '2 2026-12-04T23:30:00+04:00 დათა'],
    },
  });
});

test('what is published, or changed, is at once what every process answers', async () => {
  const first = await openOffice();
  const second = await startTestApp({ databaseUrl: first.deps.env.databaseUrl ?? '', clock: first.clock });
  let changes = 0;
  let waiting = Promise.withResolvers<void>();
  const stop = listenForContentChanges(first.deps.env.databaseUrl ?? '', () => {
    second.dropCaches();
    changes += 1;
    waiting.resolve();
  });
  onTestFinished(stop);
  await waiting.promise;
  const told = async (change: Promise<unknown>) => {
    waiting = Promise.withResolvers();
    await change;
    await waiting.promise;
  };

  expect(await second.api().events.list()).toEqual([]);
  let night = await first.staff.create({ body: nightFields() });
  const { id } = night;
  const publish = async () => (night = await first.staff.changeState({ id, body: { version: night.version, state: 'published' } }));
  await told(publish());
  expect(await second.api().events.list()).toMatchObject([{ id, nameLat: 'Night' }]);
  await told(first.staff.update({ id, body: { ...nightFields({ nameLat: 'Another' }), version: night.version } }));
  expect(await second.api().events.get({ id })).toMatchObject({ nameLat: 'Another' });
  expect(changes).toBeGreaterThan(2);
});
