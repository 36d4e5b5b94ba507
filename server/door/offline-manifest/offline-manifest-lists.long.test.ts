import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { guestListEntries, guestLists } from '#server/sales/tables/guest-lists.table.ts';
import { ChangesView, OfflineManifestView } from '#shared/door/offline-manifest.ts';
import { lookupKeyOf } from '#shared/door/encrypted-row.ts';
import { addGuestList, withPlaces } from '#tests/factories/guest-lists.ts';
import { openScannerDevice, pairPhone, scannerDeviceAt } from '#tests/factories/door-phone.ts';
import { openDoor } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { listWithTickets } from '#tests/factories/lists-with-tickets.ts';
import { countLockWaits, openTransaction } from '#tests/factories/open-transaction.ts';
import { acceptScans } from '#server/door/scans/device-scans.service.ts';
import { readChanges, readOfflineManifest } from './offline-manifest.service.ts';

test('an offline manifest has the lists of its event with first names and initials, by list and name', async () => {
  const door = await openDoor();
  const { ctx, event } = door;
  const freeUntil = new Date('2026-11-22T01:00:00+04:00');
  const people = [{ firstName: 'ნინო', lastName: 'ბერიძე', plusOnes: 2 }, { firstName: 'Luka' }, { firstName: 'Ana', lastName: 'Zhvania' }];
  const friends = await addGuestList(ctx, event.id, { name: 'Friends', allocation: 40, freeUntil, priceTetri: 1500, entries: people });
  const artists = await addGuestList(ctx, event.id, { name: 'Artists', allocation: 3 });
  await addGuestList(ctx, (await createEvent(ctx)).id, { name: 'Of another night', entries: withPlaces(1) });
  const [nino, luka, ana] = friends.entryIds;
  const { lists } = await readOfflineManifest(ctx, scannerDeviceAt(event.id));
  expect(lists).toEqual([
    { id: artists.id, name: 'Artists', allocation: 3, freeUntil: null, price: null, entries: [] },
    {
      id: friends.id,
      name: 'Friends',
      allocation: 40,
      freeUntil: '2026-11-22T01:00:00+04:00',
      price: 15,
      entries: [
        { id: ana, firstName: 'Ana', initial: 'Z', plusOnes: 0 },
        { id: luka, firstName: 'Luka', initial: 'B', plusOnes: 0 },
        { id: nino, firstName: 'ნინო', initial: 'ბ', plusOnes: 2 },
      ],
    },
  ]);
});

test('a change of a list or an entry comes with the head, and an ended list or an entry that was taken off is gone', async () => {
  const { ctx, event, clock } = await openDoor();
  const scannerDevice = scannerDeviceAt(event.id);
  const { id, entryIds } = await addGuestList(ctx, event.id, { entries: withPlaces(1, 2) });
  let { version } = await readOfflineManifest(ctx, scannerDevice);
  const changed = async () => {
    const changes = await readChanges(ctx, scannerDevice, version);
    ({ version } = changes);
    expect([changes.head === null, changes.rows]).toEqual([changes.lists === null, []]);
    return changes.lists?.map(({ allocation, entries }) => [allocation, entries.map(({ plusOnes }) => plusOnes)]);
  };
  expect(await changed()).toBeUndefined();
  const setEntry = (to: Partial<typeof guestListEntries.$inferInsert>) =>
    ctx.db
      .update(guestListEntries)
      .set(to)
      .where(eq(guestListEntries.id, entryIds[1] ?? 0));
  await setEntry({ plusOnes: 4 });
  expect(await changed()).toEqual([[10, [0, 4]]]);
  await setEntry({ removedAt: clock.now() });
  expect(await changed()).toEqual([[10, [0]]]);
  const setList = (to: Partial<typeof guestLists.$inferInsert>) => ctx.db.update(guestLists).set(to).where(eq(guestLists.id, id));
  await setList({ allocation: 3 });
  expect(await changed()).toEqual([[3, [0]]]);
  await setList({ endedAt: clock.now() });
  expect(await changed()).toEqual([]);
});

test('an entry names the row of its mailed ticket, and the row of a new one after it came off and back on', async () => {
  const door = await openDoor();
  const [listed] = await listWithTickets(door, [2]);
  const { staffLists } = door.api(door.admin.accessToken);
  const read = async () => {
    const { lists, rows } = await readOfflineManifest(door.ctx, scannerDeviceAt(door.event.id));
    const [key] = lists.flatMap(({ entries }) => entries.map(({ ticketKey }) => ticketKey));
    return { key, state: rows.find((row) => row.key === key)?.state };
  };
  const first = await read();
  expect(first).toEqual({ key: await lookupKeyOf(listed?.code ?? ''), state: 'valid' });
  const { version } = await readOfflineManifest(door.ctx, scannerDeviceAt(door.event.id));
  await staffLists.removeEntry({ id: listed?.entryId ?? 0 });
  await staffLists.bringBackEntry({ id: listed?.entryId ?? 0 });
  const second = await read();
  expect(second.state).toBe('valid');
  expect(second.key).not.toBe(first.key);
  const changes = await readChanges(door.ctx, scannerDeviceAt(door.event.id), version);
  expect(changes.lists?.flatMap(({ entries }) => entries.map(({ ticketKey }) => ticketKey))).toEqual([second.key]);
});

test('arrivals come with the changes of what all phones show, also by entries that were taken off', async () => {
  const door = await openDoor();
  const scannerDevice = scannerDeviceAt(door.event.id);
  const { id, entryIds } = await addGuestList(door.ctx, door.event.id, { entries: withPlaces(2, 3) });
  const { upload, scan } = await openScannerDevice(door);
  const { version } = await readOfflineManifest(door.ctx, scannerDevice);
  const came = (entryId: number | undefined, people: number) => scan({ code: undefined, entryId, people });
  const [group, one, other] = [came(entryIds[1], 3), came(entryIds[0], 1), came(entryIds[0], 1)];
  await upload(group, one, other);
  const changes = await readChanges(door.ctx, scannerDevice, version);
  expect(changes).toMatchObject({ head: null, lists: null, rows: [] });
  expect(changes.live).toMatchObject({
    inside: 5,
    arrivals: [
      { entryId: entryIds[0], listId: id, people: 2 },
      { entryId: entryIds[1], listId: id, people: 3 },
    ],
  });
  await door.ctx.db.update(guestListEntries).set({ removedAt: door.clock.now() });
  await upload(scan({ kind: 'undo', code: undefined, undoneScanId: group.scanId }));
  const after = await readOfflineManifest(door.ctx, scannerDevice);
  expect(after.live).toMatchObject({ inside: 2, arrivals: [{ entryId: entryIds[0], listId: id, people: 2 }] });
});

test('a scan that commits during a reading is in all of it or in none', async () => {
  const door = await openDoor();
  const { entryIds } = await addGuestList(door.ctx, door.event.id, { entries: withPlaces(2) });
  const { scannerDevice, scan } = await openScannerDevice(door);
  const scans = [scan({ code: undefined, entryId: entryIds[0], people: 1 })];
  const commit = await openTransaction(door.ctx, (tx) => acceptScans(tx, scannerDevice, { scans }));
  // The scan has read the orders, so the lock waits for it; the reading waits for the lock between the last scans and the arrivals.
  const locked = openTransaction(door.ctx, ({ db }) => db.execute(sql`lock table orders in access exclusive mode`));
  await expect.poll(() => countLockWaits(door.ctx)).toBe(1);
  const reading = readOfflineManifest(door.ctx, scannerDevice);
  await expect.poll(() => countLockWaits(door.ctx)).toBe(2);
  await commit();
  await (
    await locked
  )();
  expect(await reading).toMatchObject({ after: 0, live: { inside: 0, arrivals: [] } });
  expect(await readOfflineManifest(door.ctx, scannerDevice)).toMatchObject({ after: 1, live: { inside: 1, arrivals: [{ people: 1 }] } });
});

test('a scanner device without the right to guest lists gets no names, neither with its offline manifest nor with changes', async () => {
  const door = await openDoor();
  await addGuestList(door.ctx, door.event.id, { entries: withPlaces(1) });
  const namesFor = async (rights: Parameters<typeof pairPhone>[1]) => {
    const { call } = await pairPhone(door, { eventId: door.event.id, ...rights });
    const offlineManifest = OfflineManifestView.parse((await call({ path: '/api/door/offline-manifest' })).body);
    const changes = ChangesView.parse((await call({ path: '/api/door/changes?since=x' })).body);
    return [offlineManifest, changes].map(({ lists }) => lists?.flatMap(({ entries }) => entries.map(({ firstName }) => firstName)));
  };
  expect(await namesFor({ rights: ['scan', 'reject', 'undo'] })).toEqual([[], []]);
  expect(await namesFor({ rights: ['scan', 'lists'] })).toEqual([['Nino'], ['Nino']]);
  // As paired before release 1.1.
  expect(await namesFor({ rights: ['scan', 'search'] })).toEqual([['Nino'], ['Nino']]);
});
