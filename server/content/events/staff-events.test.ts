import { expect, test } from 'vitest';
import { events } from '#server/content/content.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { auditOf, eventFields, openOffice, refusal } from '#tests/factories/event-fields.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

test('only staff may do anything with events', async () => {
  const { ctx, api } = await startTestApp();
  const { id } = await createEvent(ctx);
  const guest = await createUser(ctx);
  for (const [client, status] of [
    [api().staffEvents, 401],
    [api(guest.accessToken).staffEvents, 403],
  ] as const) {
    const calls = [
      client.list({ show: 'upcoming' }),
      client.get({ id }),
      client.create({ body: eventFields() }),
      client.update({ id, body: { ...eventFields(), version: 0 } }),
      client.copy({ id, body: { days: ['2026-12-11'] } }),
      client.changeState({ id, body: { version: 0, state: 'cancelled' } }),
      client.changeLineUp({ id, body: { version: 0, slots: [] } }),
      client.removePhoto({ id, version: 0 }),
      client.remove({ id, version: 0 }),
      client.warnings({ id }),
      client.holders({ id }),
      client.freeDays({ id }),
      client.copyWarnings({ id, days: '2027-01-01' }),
      client.undoCopies({ body: { copies: [{ id, version: 0 }] } }),
      client.undoMove({ id, body: { version: 0 } }),
      client.planPublication({ id, body: { version: 0, publishAt: '2027-01-01T18:00:00+04:00' } }),
      client.cancelPublication({ id, version: 0 }),
    ].map(refusal);
    for (const call of calls) expect(await call).toMatchObject({ status });
  }
  expect(await ctx.db.select().from(auditEntries)).toEqual([]);
});

test('an event is written as it is typed: its end is the next morning', async () => {
  const office = await openOffice();
  const event = await office.staff.create({ body: eventFields() });
  expect(event).toMatchObject({
    ...eventFields(),
    state: 'draft',
    startDate: '2026-12-04T23:00:00+04:00',
    endDate: '2026-12-05T07:00:00+04:00',
    places: { sold: 0, given: 0, held: 0, offered: 0, capacity: 400 },
    publishAt: null,
    lineUps: [],
    eventPhotoUrl: null,
    changedBy: 'Lela Maisuradze',
  });
  expect(await refusal(office.api().events.get({ id: event.id }))).toMatchObject({ status: 404 });
  expect(await auditOf(office, event.id)).toMatchObject([{ action: 'night.create', staffId: office.admin.id }]);
});

test('an event can be on the site in one step', async () => {
  const { staff, api } = await openOffice();
  const { id } = await staff.create({ body: { ...eventFields(), publish: true, confirmed: ['nothing_on_sale'] } });
  expect(await api().events.get({ id })).toMatchObject({ nameLat: 'Night', startDate: '2026-12-04T23:00:00+04:00' });
});

test('a dress code is on the site in both languages, and the audit log keeps each change of it', async () => {
  const office = await openOffice();
  const first = { dressCode: 'შავი', dressCodeLat: 'Black' };
  const { id, version } = await office.staff.create({
    body: { ...eventFields(first), publish: true, confirmed: ['nothing_on_sale'] },
  });
  expect(await office.api().events.get({ id })).toMatchObject(first);
  const next = { dressCode: 'თეთრი', dressCodeLat: 'White' };
  const changed = await office.staff.update({ id, body: { ...eventFields(next), version } });
  expect(changed).toMatchObject(next);
  expect(changed.version).toBe(version + 1);
  office.dropCaches();
  expect(await office.api().events.get({ id })).toMatchObject(next);
  expect(await auditOf(office, id)).toMatchObject([
    { action: 'night.create', detail: { after: first } },
    { action: 'night.update', detail: { before: first, after: next } },
  ]);
});

test('a client that does not know of dress codes creates an event without one, and keeps the one there is', async () => {
  const office = await openOffice();
  const { dressCode: _ka, dressCodeLat: _lat, ...fields } = eventFields();
  const { id, version, ...created } = await office.staff.create({ body: fields });
  expect(created).toMatchObject({ dressCode: '', dressCodeLat: '' });
  const known = { dressCode: 'შავი', dressCodeLat: 'Black' };
  const { version: next } = await office.staff.update({ id, body: { ...eventFields(known), version } });
  expect(await office.staff.update({ id, body: { ...fields, capacity: 77, version: next } })).toMatchObject({ ...known, capacity: 77 });
});

test.each([
  ['of two lines', 'Black\nor white', 'validation.invalid'],
  ['of more than 200 characters', 'x'.repeat(201), 'validation.too_long'],
])('a dress code %s is refused', async (_, dressCodeLat, key) => {
  const { staff } = await openOffice();
  expect(await refusal(staff.create({ body: eventFields({ dressCodeLat }) }))).toMatchObject({
    status: 422,
    errors: { dressCodeLat: key },
  });
});

test('every field is checked, and the answer names it', async () => {
  const { staff, ctx } = await openOffice();
  const wrong = [
    [{ name: ' ' }, { name: 'validation.event_name_required' }],
    [{ nameLat: 'two\nlines' }, { nameLat: 'validation.invalid' }],
    [{ nameLat: 'x'.repeat(121) }, { nameLat: 'validation.too_long' }],
    [{ description: 'x'.repeat(5_001) }, { description: 'validation.too_long' }],
    [{ day: '2026-02-30' }, { day: 'validation.day_required' }],
    [{ day: '0026-12-04' }, { day: 'validation.day_required' }],
    [{ from: '24:00' }, { from: 'validation.time_format' }],
    [{ until: '7' }, { until: 'validation.time_format' }],
    [{ until: '23:00' }, { until: 'validation.event_empty' }],
    [{ capacity: 0 }, { capacity: 'validation.capacity' }],
    [{ capacity: 1.5 }, { capacity: 'validation.capacity' }],
    [{ ticketsPerPerson: 101 }, { ticketsPerPerson: 'validation.tickets_per_person' }],
  ] as const;
  for (const [fields, errors] of wrong) {
    const body = { ...eventFields(), ...fields };
    expect(await refusal(staff.create({ body }))).toMatchObject({ status: 422, code: 'invalid_fields', errors });
  }
  expect(await ctx.db.$count(events)).toBe(0);
});

test('a change is written with what was before', async () => {
  const office = await openOffice();
  const { id, version } = await office.staff.create({ body: eventFields() });
  const body = { ...eventFields({ nameLat: 'Another', capacity: 350 }), version, publish: true, confirmed: ['nothing_on_sale'] };
  const event = await office.staff.update({ id, body });
  expect(event).toMatchObject({ nameLat: 'Another', capacity: 350, state: 'published', day: '2026-12-04' });
  expect(event.version).toBeGreaterThan(version);
  const [, change] = await auditOf(office, id);
  expect(change).toMatchObject({
    action: 'night.update',
    detail: {
      before: { nameLat: 'Night', capacity: 400, state: 'draft' },
      after: { nameLat: 'Another', capacity: 350, state: 'published' },
    },
  });
});

test('the second of two editors gets a conflict, and nothing of the first is overwritten', async () => {
  const { staff, ctx } = await openOffice();
  const { id, version } = await staff.create({ body: eventFields() });
  const first = await staff.update({ id, body: { ...eventFields({ nameLat: 'First' }), version } });

  const second = [
    staff.update({ id, body: { ...eventFields({ nameLat: 'Second' }), version } }),
    staff.changeState({ id, body: { version, state: 'published' } }),
    staff.changeLineUp({ id, body: { version, slots: [] } }),
  ].map(refusal);
  for (const call of second) {
    expect(await call).toMatchObject({ status: 409, code: 'conflict', params: { version: first.version } });
  }

  expect(await staff.get({ id })).toEqual(first);
  expect(await ctx.db.$count(auditEntries)).toBe(2);
});

test('of many who save the same version at once one succeeds', async () => {
  const { staff } = await openOffice();
  const { id, version } = await staff.create({ body: eventFields() });
  const names = ['A', 'B', 'C', 'D', 'E', 'F'];
  const answers = await Promise.allSettled(names.map((nameLat) => staff.update({ id, body: { ...eventFields({ nameLat }), version } })));
  const heard = answers.filter(({ status }) => status === 'fulfilled');
  expect(heard).toHaveLength(1);
  expect(heard[0]).toMatchObject({ value: { nameLat: (await staff.get({ id })).nameLat } });
});

test('every change of an event counts: coming soon and capacity too', async () => {
  const { staff } = await openOffice();
  const event = await staff.create({ body: eventFields() });
  const { id, version } = event;
  const soon = await staff.update({ id, body: { ...eventFields({ isComingSoon: true }), version } });
  expect(soon.version).toBeGreaterThan(version);
  expect(await refusal(staff.update({ id, body: { ...eventFields({ capacity: 10 }), version } }))).toMatchObject({ status: 409 });
});

test('the room never gets smaller than what is held and sold', async () => {
  const { staff, ctx } = await openOffice();
  const { id } = await createEvent(ctx, { capacity: 100, soldOrReserved: 43 });
  const { version, day, from, until } = await staff.get({ id });
  const save = (capacity: number) => staff.update({ id, body: { ...eventFields({ day, from, until, capacity }), version } });
  expect(await refusal(save(42))).toMatchObject({
    status: 422,
    errors: { capacity: 'validation.capacity_sold' },
    params: { soldOrReserved: 43 },
  });
  expect(await save(43)).toMatchObject({ capacity: 43 });
});
