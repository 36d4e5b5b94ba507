import { expect, test } from 'vitest';
import { momentNear } from '#shared/events/event-times.ts';
import { auditOf, eventFields, openOffice, refusal } from '#tests/factories/event-fields.ts';

const settings = { licensed: 380, exits: 'until', exitsUntil: '03:00', opensAt: '22:30', isAutomatic: true, refusalRefunds: true } as const;
const defaults = { licensed: null, exits: 'none', exitsUntil: null, opensAt: null, isAutomatic: false, refusalRefunds: false } as const;

test('an event has the settings of its door, and a client that knows none of them changes none', async () => {
  const { staff } = await openOffice();
  expect(await staff.create({ body: eventFields() })).toMatchObject(defaults);
  const event = await staff.create({ body: eventFields(settings) });
  expect(event).toMatchObject(settings);
  const changed = await staff.update({ id: event.id, body: { ...eventFields(), version: event.version, capacity: 300 } });
  expect(changed).toMatchObject({ ...settings, capacity: 300 });
  const without = await staff.update({ id: event.id, body: { ...eventFields(defaults), version: changed.version } });
  expect(without).toMatchObject(defaults);
});

test('the times of the door move with the night, and a copy has them on its own day', async () => {
  const office = await openOffice();
  const { staff } = office;
  const { id, version } = await staff.create({ body: eventFields(settings) });
  await staff.update({ id, body: { ...eventFields({ day: '2026-12-05' }), version } });
  const moved = (await auditOf(office, id)).at(-1);
  expect(moved).toMatchObject({ detail: { after: { opensAt: '2026-12-05T18:30:00.000Z', exitsUntil: '2026-12-05T23:00:00.000Z' } } });
  const { items } = await staff.copy({ id, body: { days: ['2026-12-12'], confirmed: ['nothing_on_sale'] } });
  expect(items).toMatchObject([settings]);
});

test('guests who may come back until a time need that time', async () => {
  const { staff } = await openOffice();
  expect(await refusal(staff.create({ body: eventFields({ exits: 'until' }) }))).toMatchObject({
    status: 422,
    errors: { exitsUntil: 'validation.time_format' },
  });
  expect(await refusal(staff.create({ body: eventFields({ licensed: 0 }) }))).toMatchObject({ status: 422 });
});

test.each([
  ['22:30', '2026-12-04T22:30'],
  ['23:00', '2026-12-04T23:00'],
  ['00:30', '2026-12-05T00:30'],
])('doors that open at %s open near the start at 23:00', (time, moment) => {
  expect(momentNear(new Date('2026-12-04T23:00:00+04:00'), time)).toEqual(new Date(`${moment}:00+04:00`));
});
