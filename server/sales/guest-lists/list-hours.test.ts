import { expect, test } from 'vitest';
import { auditEntries } from '#server/platform/platform.table.ts';
import { firstList as firstOf, listFields as open } from '#tests/factories/staff-lists.ts';
import { addGuestList, withPlaces } from '#tests/factories/guest-lists.ts';
import { openScannerDevice } from '#tests/factories/door-phone.ts';
import { openDoor } from '#tests/factories/door.ts';
import { eventFields, openOffice } from '#tests/factories/event-fields.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createAdmin, signInAgain } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

const person = (firstName: string, lastName: string, plusOnes = 0) => ({ firstName, lastName, plusOnes });

test('after its hour a list takes no names and no more company, but fewer', async () => {
  const app = await startTestApp();
  const admin = await createAdmin(app.ctx);
  const { id } = await createEvent(app.ctx);
  const freeUntil = '2026-11-21T19:00:00+04:00';
  const early = app.api(admin.accessToken).staffLists;
  const list = firstOf(await early.add({ id, body: { ...open, freeUntil } }));
  const { entries } = firstOf(await early.addEntries({ id: list.id, body: { entries: [person('Nino', 'Beridze', 3)] } }));
  const entryId = entries[0]?.id ?? 0;
  app.clock.set(freeUntil);
  const late = app.api(await signInAgain(app.ctx, admin.id)).staffLists;
  const isLate = { status: 409, body: { code: 'list_late', params: { time: '19:00' } } };
  await expect(late.addEntries({ id: list.id, body: { entries: [person('Lela', 'M')] } })).rejects.toMatchObject(isLate);
  await expect(late.changeEntry({ id: entryId, body: { plusOnes: 4 } })).rejects.toMatchObject(isLate);
  expect(firstOf(await late.changeEntry({ id: entryId, body: { plusOnes: 2 } }))).toMatchObject({ people: 3 });
  await late.removeEntry({ id: entryId });
  // Restoring a removed entry adds no new people.
  expect(firstOf(await late.bringBackEntry({ id: entryId }))).toMatchObject({ people: 3 });
});

test.each([
  ['without a time of the doors', null, { '23:00': false, '23:01': true, '07:00': true, '07:01': false }],
  ['doors that open before the start', '22:00', { '22:00': false, '22:30': true, '07:00': true, '07:01': false }],
  ['doors that open after the start', '23:30', { '23:15': false, '23:30': false, '23:31': true }],
])('the hour of a list is after the doors open and not after the end: %s', async (_, opensAt, hours) => {
  const office = await openOffice();
  const { id } = await office.staff.create({ body: eventFields({ day: '2026-12-04', opensAt }) });
  const desk = office.api(office.admin.accessToken).staffLists;
  const list = firstOf(await desk.add({ id, body: open }));
  let { version } = list;
  const outside = { status: 422, body: { errors: { freeUntil: 'validation.list_hour_outside' } } };
  for (const [time, isWithin] of Object.entries(hours)) {
    const freeUntil = `2026-12-0${time < '12:00' ? 5 : 4}T${time}:00+04:00`;
    const add = () => desk.add({ id, body: { ...open, freeUntil } });
    const change = () => desk.change({ id: list.id, body: { ...open, freeUntil, version } });
    if (isWithin) {
      expect((await add()).lists.at(-1)).toMatchObject({ freeUntil });
      expect(firstOf(await change())).toMatchObject({ freeUntil });
      version += 1;
    } else {
      await expect(add(), time).rejects.toMatchObject(outside);
      await expect(change(), time).rejects.toMatchObject(outside);
    }
  }
  expect(firstOf(await desk.change({ id: list.id, body: { ...open, version } }))).toMatchObject({ freeUntil: null });
});

test('the hours of lists move with their event by whole days, each written down', async () => {
  const office = await openOffice();
  const { staff, ctx } = office;
  const { id, version } = await staff.create({ body: eventFields({ day: '2026-12-04' }) });
  const desk = office.api(office.admin.accessToken).staffLists;
  const list = firstOf(await desk.add({ id, body: { ...open, freeUntil: '2026-12-05T01:00:00+04:00' } }));
  await desk.add({ id, body: { ...open, freeUntil: null } });
  const written = () => ctx.db.select().from(auditEntries).orderBy(auditEntries.id);
  const earlier = (await written()).length;
  const moved = await staff.update({ id, body: { ...eventFields({ day: '2026-12-11' }), version } });
  expect((await desk.list({ id })).lists.map(({ freeUntil, version: changes }) => [freeUntil, changes])).toEqual([
    ['2026-12-12T01:00:00+04:00', 2],
    [null, 1],
  ]);
  const ofLists = (await written()).slice(earlier).filter(({ action }) => action.startsWith('list.'));
  expect(ofLists.map(({ action, subject, staffId, detail }) => ({ action, subject, staffId, detail }))).toEqual([
    {
      action: 'list.change',
      subject: `list ${list.id}`,
      staffId: office.admin.id,
      detail: { eventId: id, before: { freeUntil: '2026-12-04T21:00:00.000Z' }, after: { freeUntil: '2026-12-11T21:00:00.000Z' } },
    },
  ]);
  // Another end on the same day does not move the list's hour.
  await staff.update({ id, body: { ...eventFields({ day: '2026-12-11', until: '06:00' }), version: moved.version } });
  expect(firstOf(await desk.list({ id }))).toMatchObject({ freeUntil: '2026-12-12T01:00:00+04:00', version: 2 });
});

test('a list of a moved event admits until the moved hour', async () => {
  const door = await openDoor();
  const { ctx, clock, event, admin } = door;
  const freeUntil = new Date('2026-11-22T01:00:00+04:00');
  const { entryIds } = await addGuestList(ctx, event.id, { freeUntil, entries: withPlaces(1, 1) });
  clock.set('2026-11-21T12:00:00+04:00');
  const staff = door.api(await signInAgain(ctx, admin.id)).staffEvents;
  const { version } = await staff.get({ id: event.id });
  await staff.update({ id: event.id, body: { ...eventFields({ day: '2026-11-28' }), version, confirmed: ['holders_told'] } });

  const scannerDevice = await openScannerDevice(door);
  const comeAt = async (time: string, entryId = 0) => {
    clock.set(time);
    const { outcomes } = await scannerDevice.upload(scannerDevice.scan({ code: undefined, entryId, people: 1 }));
    return outcomes.map(({ result, reason }) => `${result} ${reason}`);
  };
  expect(await comeAt('2026-11-29T00:59:00+04:00', entryIds[0])).toEqual(['accepted on_list']);
  expect(await comeAt('2026-11-29T01:00:00+04:00', entryIds[1])).toEqual(['refused free_until_over']);
});
