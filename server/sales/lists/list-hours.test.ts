import { expect, test } from 'vitest';
import { eventFields, openOffice } from '#tests/factories/event-fields.ts';
import { listFields as open } from '#tests/factories/staff-lists.ts';

test('the hours of lists move with their event by whole days', async () => {
  const office = await openOffice();
  const { staff } = office;
  const { id, version } = await staff.create({ body: eventFields({ day: '2026-12-04' }) });
  const desk = office.api(office.admin.accessToken).staffLists;
  await desk.add({ id, body: { ...open, freeUntil: '2026-12-05T01:00:00+04:00' } });
  await desk.add({ id, body: { ...open, freeUntil: null } });
  await staff.update({ id, body: { ...eventFields({ day: '2026-12-11' }), version } });
  expect((await desk.list({ id })).lists.map(({ freeUntil, version: changes }) => [freeUntil, changes])).toEqual([
    ['2026-12-12T01:00:00+04:00', 2],
    [null, 1],
  ]);
});
