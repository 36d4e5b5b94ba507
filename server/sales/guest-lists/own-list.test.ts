import { desc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '#server/platform/platform.table.ts';
import { guestLists } from '#server/sales/tables/guest-lists.table.ts';
import { countEndings } from '#tests/factories/purchases.ts';
import { newGuestList, newLinkedList } from '#tests/factories/staff-lists.ts';
import { createAdmin } from '#tests/factories/users.ts';
import { startTestApp } from '#tests/setup/app.ts';

async function openList(fields: Parameters<typeof newLinkedList>[2] = {}) {
  const app = await startTestApp();
  const staff = app.api((await createAdmin(app.ctx)).accessToken);
  const made = await newLinkedList(app, staff, fields);
  return { app, staff, ...made, own: app.api().ownList };
}

const person = (firstName: string, plusOnes = 0) => ({ firstName, lastName: 'Drift', plusOnes });
const unknown = { status: 404, body: { code: 'list_link_unknown' } };

test('the owner of a list reads it, adds names, changes company, takes a name off and puts it back, without an account', async () => {
  const { app, own, token, staff, eventId } = await openList({ price: 15 });
  const before = await own.read({ body: { token } });
  expect(before).toMatchObject({
    name: 'Nulovani',
    allocation: 10,
    people: 3,
    price: 15,
    state: 'open',
    entries: [{ firstName: 'Nino', plusOnes: 2 }],
  });
  expect(Object.keys(before)).not.toContain('id');
  const added = await own.add({ body: { token, entries: [person('Salome', 1), person('Luka')] } }, { idempotencyKey: 'one' });
  expect(added.people).toBe(6);
  expect((await own.add({ body: { token, entries: [person('Salome', 1), person('Luka')] } }, { idempotencyKey: 'one' })).people).toBe(6);
  const entryId = added.entries.find(({ firstName }) => firstName === 'Salome')?.id ?? 0;
  expect((await own.change({ body: { token, entryId, plusOnes: 3 } })).people).toBe(8);
  expect((await own.remove({ body: { token, entryId } })).people).toBe(4);
  expect((await own.bringBack({ body: { token, entryId } })).people).toBe(8);
  expect((await staff.staffLists.list({ id: eventId })).lists).toMatchObject([{ people: 8 }]);
  const [entry] = await app.ctx.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  expect(entry).toMatchObject({ action: 'list.bring_back', staffId: null, scannerDeviceName: 'link' });
});

test('more people than the allocation are refused with what is left, and a name twice is marked', async () => {
  const { own, token } = await openList();
  await expect(own.add({ body: { token, entries: [person('Salome', 7)] } })).rejects.toMatchObject({
    body: { code: 'list_allocation', params: { left: 7, allocation: 10 } },
  });
  const { entries } = await own.add({ body: { token, entries: [person('Luka'), person('luka')] } });
  expect(entries.filter(({ isDuplicate }) => isDuplicate)).toHaveLength(2);
  await expect(own.add({ body: { token, entries: [{ firstName: '', lastName: 'Drift', plusOnes: 0 }] } })).rejects.toMatchObject({
    status: 422,
  });
});

test('after the hour of the list names are refused with the hour, and come off still', async () => {
  const { app, own, token, entryId } = await openList({ freeUntil: '2027-03-06T01:00:00+04:00' });
  app.clock.set(new Date('2027-03-06T01:00:00+04:00'));
  expect(await own.read({ body: { token } })).toMatchObject({ state: 'late' });
  await expect(own.add({ body: { token, entries: [person('Luka')] } })).rejects.toMatchObject({
    body: { code: 'list_late', params: { time: '01:00' } },
  });
  await expect(own.remove({ body: { token, entryId } })).resolves.toMatchObject({ people: 0 });
  app.clock.set(new Date('2027-03-07T12:00:00+04:00'));
  expect(await own.read({ body: { token } })).toMatchObject({ state: 'over' });
  await expect(own.add({ body: { token, entries: [person('Luka')] } })).rejects.toMatchObject({ body: { code: 'event_ended' } });
});

test('a new link ends the one before, an ended one opens nothing, and the token is stored as a hash alone', async () => {
  const { app, staff, own, token, listId } = await openList();
  const { url } = await staff.staffLists.makeLink({ id: listId });
  await expect(own.read({ body: { token } })).rejects.toMatchObject(unknown);
  const fresh = url.split('#')[1] ?? '';
  expect(url).toBe(`${app.deps.env.publicUrl}/list#${fresh}`);
  await own.read({ body: { token: fresh } });
  expect(JSON.stringify(await app.ctx.db.select().from(guestLists))).not.toContain(fresh);
  const { lists } = await staff.staffLists.endLink({ id: listId });
  expect(lists).toMatchObject([{ linkMadeAt: null }]);
  const calls = [own.read({ body: { token: fresh } }), own.add({ body: { token: fresh, entries: [person('Luka')] } })];
  expect(await countEndings(calls)).toEqual({ list_link_unknown: 2 });
  await expect(staff.staffLists.endLink({ id: listId })).rejects.toMatchObject({ body: { code: 'conflict' } });
});

test('a link reaches the names of its own list alone, and nothing on an ended list', async () => {
  const { app, staff, own, token, listId } = await openList();
  const other = await newGuestList(app, staff);
  const name = { token, entryId: other.entryId };
  const calls = [own.change({ body: { ...name, plusOnes: 0 } }), own.remove({ body: name }), own.bringBack({ body: name })];
  expect(await countEndings(calls)).toEqual({ not_found: 3 });
  await staff.staffLists.end({ id: listId });
  expect(await own.read({ body: { token } })).toMatchObject({ state: 'ended' });
  await expect(own.add({ body: { token, entries: [person('Luka')] } })).rejects.toMatchObject({ body: { code: 'conflict' } });
});
