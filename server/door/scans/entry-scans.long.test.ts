import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events } from '#server/content/content.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { guestListEntries, guestLists } from '#server/sales/tables/guest-lists.table.ts';
import { type DeviceScan, type ScanReceipt, ScanUpload } from '#shared/door/device-scan.schemas.ts';
import { addGuestList, withPlaces } from '#tests/factories/guest-lists.ts';
import { openScannerDevice } from '#tests/factories/door-phone.ts';
import { type OpenDoor, openDoor, scansOf } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';

const said = ({ outcomes }: ScanReceipt): string[] => outcomes.map(({ result, reason }) => `${result} ${reason}`);

type ScannerDevice = Awaited<ReturnType<typeof openScannerDevice>>;

/** Scans of an entry at a door, asked or decided offline. */
const byEntry = ({ scan, alone }: ScannerDevice, entryId = 0) => {
  const given = (people: number, more: Partial<DeviceScan> = {}) => ({ code: undefined, entryId, people, ...more });
  return {
    ask: (people = 1) => scan(given(people)),
    alone: (people = 1, more: Partial<DeviceScan> = {}) =>
      alone(given(people, { shown: { result: 'accepted', reason: 'on_list' }, ...more })),
  };
};

test('people come in by an entry at any door, as many as it has places, and an upload again changes nothing', async () => {
  const door = await openDoor();
  const { entryIds } = await addGuestList(door.ctx, door.event.id, { entries: withPlaces(3) });
  const [main, side] = [await openScannerDevice(door), await openScannerDevice(door, 'Side 1')];
  const scans = [byEntry(main, entryIds[0]).ask(2), byEntry(main, entryIds[0]).ask(2)];
  const first = await main.upload(...scans);
  expect(said(first)).toEqual(['accepted on_list', 'refused entry_used']);
  expect(first.outcomes[0]).toMatchObject({ ticketId: null, used: null, guest: null, key: null });
  expect(said(await side.upload(byEntry(side, entryIds[0]).ask(), byEntry(side, entryIds[0]).alone()))).toEqual([
    'accepted on_list',
    'conflict entry_used',
  ]);
  const stored = await scansOf(door);
  expect(stored.map(({ entryId, people }) => [entryId, people])).toEqual([2, 2, 1, 1].map((people) => [entryIds[0], people]));
  expect(await main.upload(...scans)).toEqual(first);
  expect(await scansOf(door)).toEqual(stored);
});

test('the allocation, the hour and the end of a list, and an entry that was taken off, count as the database says', async () => {
  const door = await openDoor();
  const scannerDevice = await openScannerDevice(door);
  const { id, entryIds } = await addGuestList(door.ctx, door.event.id, { allocation: 3, entries: withPlaces(3, 1) });
  const [group, single] = [byEntry(scannerDevice, entryIds[0]), byEntry(scannerDevice, entryIds[1])];
  expect(said(await scannerDevice.upload(group.ask(3), single.ask()))).toEqual(['accepted on_list', 'refused list_full']);
  const again = async () => said(await scannerDevice.upload(single.ask()));
  const change = async (values: Partial<typeof guestLists.$inferInsert>) => {
    await door.ctx.db.update(guestLists).set(values).where(eq(guestLists.id, id));
    return again();
  };
  expect(await change({ allocation: 4, freeUntil: door.clock.now() })).toEqual(['refused free_until_over']);
  expect(await change({ freeUntil: null, endedAt: door.clock.now() })).toEqual(['refused not_on_list']);
  await door.ctx.db.update(guestListEntries).set({ removedAt: door.clock.now() });
  expect(await change({ endedAt: null })).toEqual(['refused not_on_list']);
  await door.ctx.db.update(guestListEntries).set({ removedAt: null });
  await door.ctx.db.update(events).set({ opensAt: new Date('2026-11-21T23:30:00+04:00') });
  expect(await again()).toEqual(['refused not_open_yet']);
  await door.ctx.db.update(events).set({ state: 'cancelled' });
  expect(await again()).toEqual(['refused event_cancelled']);
});

test('an entry of another event’s list, and one that does not exist, are on no list', async () => {
  const door = await openDoor();
  const scannerDevice = await openScannerDevice(door);
  const elsewhere = await createEvent(door.ctx);
  const { entryIds } = await addGuestList(door.ctx, elsewhere.id, { entries: withPlaces(2) });
  expect(said(await scannerDevice.upload(byEntry(scannerDevice, entryIds[0]).ask(), byEntry(scannerDevice, 987_654).alone(2)))).toEqual([
    'refused not_on_list',
    'conflict not_on_list',
  ]);
  expect((await scansOf(door)).map(({ entryId, people }) => [entryId, people])).toEqual([
    [null, 1],
    [null, 2],
  ]);
});

test('what is undone gives its places back, also those of the list', async () => {
  const door = await openDoor();
  const scannerDevice = await openScannerDevice(door);
  const { entryIds } = await addGuestList(door.ctx, door.event.id, { allocation: 3, entries: withPlaces(3, 1) });
  const [group, single] = [byEntry(scannerDevice, entryIds[0]), byEntry(scannerDevice, entryIds[1])];
  const entry = group.ask(3);
  await scannerDevice.upload(entry);
  const undo = scannerDevice.scan({ kind: 'undo', code: undefined, undoneScanId: entry.scanId });
  expect(said(await scannerDevice.upload(undo, single.ask(), group.ask(2)))).toEqual([
    'noted undone',
    'accepted on_list',
    'accepted on_list',
  ]);
});

test('more people than any entry has places for are no scan, and are none with a code', async () => {
  const door = await openDoor();
  const scannerDevice = await openScannerDevice(door);
  const { entryIds } = await addGuestList(door.ctx, door.event.id, { allocation: 21, entries: withPlaces(21) });
  const many = byEntry(scannerDevice, entryIds[0]).ask(22);
  expect(ScanUpload.parse({ scans: [many] }).scans).toEqual([{ scanId: many.scanId, sequence: many.sequence, isUnreadable: true }]);
  const both = { ...many, people: 1, code: door.ticket.code };
  expect(said(await scannerDevice.upload(both, byEntry(scannerDevice, entryIds[0]).ask(21)))).toEqual([
    'impossible unreadable',
    'accepted on_list',
  ]);
});

test('a conflict by a list is in the audit log with its entry and its people', async () => {
  const door = await openDoor();
  const scannerDevice = await openScannerDevice(door);
  const { entryIds } = await addGuestList(door.ctx, door.event.id, { entries: withPlaces(1) });
  await scannerDevice.upload(byEntry(scannerDevice, entryIds[0]).alone(2));
  const entries = await door.ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'door.conflict'));
  expect(entries).toMatchObject([{ subject: `entry ${entryIds[0]}`, detail: { eventId: door.event.id, reason: 'entry_used', came: 2 } }]);
});

/** Two phones upload the same ten questions at once, one in reverse: two lists with places for five of ten people each. */
async function rush(door: OpenDoor) {
  const before = await scansOf(door);
  const scannerDevices = [await openScannerDevice(door), await openScannerDevice(door)];
  const lists = [];
  for (const name of ['A', 'B'])
    lists.push(await addGuestList(door.ctx, door.event.id, { name, allocation: 5, entries: withPlaces(2, 2, 2, 2, 2) }));
  const entryIds = lists.flatMap((list) => list.entryIds);
  const uploads = await Promise.allSettled(
    scannerDevices.map((scannerDevice, place) =>
      scannerDevice.upload(...(place === 0 ? entryIds : entryIds.toReversed()).map((id) => byEntry(scannerDevice, id).ask())),
    ),
  );
  const rows = (await scansOf(door)).slice(before.length).filter(({ result }) => result === 'accepted');
  const ofList = lists.map((list) => rows.filter(({ entryId }) => entryId !== null && list.entryIds.includes(entryId)).length);
  return { failed: uploads.filter(({ status }) => status === 'rejected').length, ofList };
}

const GOOD = { failed: 0, ofList: [5, 5] };
const RUSHES = 9;

test('of two phones that upload the last places of lists at once, exactly the allocation is accepted (I17)', async () => {
  const door = await openDoor();
  for (let time = 0; time < RUSHES; time += 1) expect(await rush(door)).toEqual(GOOD);
});

test('control: without the lock of the lists the same rushes admit beyond the allocation (I17)', async () => {
  const door = await openDoor({ without: 'lockedLists' });
  const outcomes = [];
  for (let time = 0; time < RUSHES; time += 1) outcomes.push(await rush(door));
  expect(outcomes).not.toEqual(outcomes.map(() => GOOD));
});
