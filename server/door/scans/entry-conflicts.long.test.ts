import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { brokenRules } from '#lab/trial/consistency.ts';
import { readOfflineManifest } from '#server/door/offline-manifest/offline-manifest.service.ts';
import { guestListEntries, guestLists } from '#server/sales/tables/guest-lists.table.ts';
import type { DeviceScan } from '#shared/door/device-scan.schemas.ts';
import { addGuestList, withPlaces } from '#tests/factories/guest-lists.ts';
import { openScannerDevice, scannerDeviceAt } from '#tests/factories/door-phone.ts';
import { type OpenDoor, openDoor } from '#tests/factories/door.ts';
import { signInAgain } from '#tests/factories/users.ts';

const staffOf = async (door: OpenDoor) => door.api(await signInAgain(door.ctx, door.admin.id)).staffTonight;
const tonight = async (door: OpenDoor) => (await staffOf(door)).show({ eventId: door.event.id });
const at = (time: string) => ({ at: `2026-11-21T${time}+04:00` });

/** A door with a guest list of two entries, and an offline phone's admission by one of them. */
async function openWithList(places: readonly number[] = [2, 1], allocation = 10) {
  const door = await openDoor();
  door.clock.set('2026-11-21T23:55:00+04:00');
  const list = await addGuestList(door.ctx, door.event.id, { allocation, entries: withPlaces(...places) });
  const scannerDevice = async (name: string) => {
    const opened = await openScannerDevice(door, name);
    const by = (place: number, given: Partial<DeviceScan> = {}) => ({ code: undefined, entryId: list.entryIds[place] ?? 0, ...given });
    const shown = { result: 'accepted', reason: 'on_list' } as const;
    return {
      ...opened,
      ask: (place: number, given: Partial<DeviceScan> = {}) => opened.scan(by(place, given)),
      admit: (place: number, given: Partial<DeviceScan> = {}) => opened.alone(by(place, { shown, ...given })),
      undo: ({ scanId }: DeviceScan) => opened.scan({ kind: 'undo', code: undefined, undoneScanId: scanId }),
    };
  };
  return { door, list, main: await scannerDevice('Main 1'), side: await scannerDevice('Side 1') };
}

test('people who came twice by an entry are shown with both doors: to staff by list and name, to phones by the entry alone', async () => {
  const { door, list, main, side } = await openWithList();
  await side.upload(side.admit(0, { people: 2, ...at('23:42:42'), offsetMs: 50_000 }));
  await main.upload(main.admit(0, { people: 2, ...at('23:41:07') }));
  const admissions = [
    { door: 'Main 1', uncertaintyMs: 500, ...at('23:41:07') },
    { door: 'Side 1', uncertaintyMs: 500, ...at('23:41:52') },
  ];
  const { conflicts, figures } = await tonight(door);
  const both = { id: expect.any(Number), reason: 'entry_used', isOrderCertain: true };
  expect(conflicts).toEqual([
    {
      ...both,
      ticketId: null,
      guest: { firstName: 'Nino', lastName: 'Beridze' },
      entry: { id: list.entryIds[0], list: 'Nino’s friends', people: 2 },
      admissions,
    },
  ]);
  expect(figures.inside).toBe(4);
  const { live } = await readOfflineManifest(door.ctx, scannerDeviceAt(door.event.id));
  const scannerDeviceIds = [main.scannerDevice.scannerDeviceId, side.scannerDevice.scannerDeviceId];
  expect(live).toEqual({
    inside: 4,
    arrivals: [{ entryId: list.entryIds[0], listId: list.id, people: 4, byTicket: 0 }],
    conflicts: [
      {
        ...both,
        key: null,
        entryId: list.entryIds[0],
        admissions: admissions.map((one, place) => ({ ...one, scannerDeviceId: scannerDeviceIds[place] })),
      },
    ],
  });
});

test('a conflict by an entry is none once the entry has places for those who are left', async () => {
  const { door, main } = await openWithList();
  const [one, other] = [main.admit(0), main.admit(0)];
  await main.upload(one, other, main.admit(0, { people: 2 }), main.undo(one));
  expect((await tonight(door)).conflicts).toMatchObject([{ reason: 'entry_used', entry: { people: 2 } }]);
  await main.upload(main.undo(other));
  expect((await tonight(door)).conflicts).toEqual([]);
  const more = main.admit(1, { people: 3 });
  await main.upload(more);
  expect((await tonight(door)).conflicts, 'nobody came before').toMatchObject([{ admissions: [{ door: 'Main 1' }] }]);
  await main.upload(main.undo(more));
  expect(await tonight(door)).toMatchObject({ conflicts: [], figures: { inside: 2 } });
});

test('places given or an allocation raised afterwards take no conflict away, an undo of somebody before it does', async () => {
  const { door, list, main } = await openWithList([1, 3, 1], 3);
  const [alone, twice] = [main.admit(0), main.admit(0)];
  const [group, beyond] = [main.admit(1), main.admit(2)];
  await main.upload(alone, twice, group, beyond);
  const reasons = async () => {
    const { conflicts } = await tonight(door);
    const { live } = await readOfflineManifest(door.ctx, scannerDeviceAt(door.event.id));
    expect(live.conflicts.map(({ id }) => id)).toEqual(conflicts.map(({ id }) => id));
    return conflicts.map(({ reason }) => reason);
  };
  expect(await reasons()).toEqual(['list_full', 'entry_used']);
  const { db } = door.ctx;
  await db
    .update(guestListEntries)
    .set({ plusOnes: 5 })
    .where(eq(guestListEntries.id, list.entryIds[0] ?? 0));
  await db.update(guestLists).set({ allocation: 10 });
  expect(await reasons(), 'raised').toEqual(['list_full', 'entry_used']);
  await main.upload(main.undo(group));
  expect(await reasons(), 'undone before the one beyond the allocation').toEqual(['entry_used']);
  await main.upload(main.undo(alone));
  expect(await reasons(), 'undone before the second one').toEqual([]);
});

test('a conflict beyond an allocation is over when undos of the list leave places enough, not before', async () => {
  const { door, main } = await openWithList([2, 1, 2, 1], 3);
  const [pair, one, beyond] = [main.admit(0, { people: 2 }), main.admit(1), main.admit(2, { people: 2 })];
  await main.upload(pair, one, beyond);
  const count = async () => (await tonight(door)).conflicts.length;
  expect(await count()).toBe(1);
  await main.upload(main.undo(one));
  expect(await count(), 'four people for three places').toBe(1);
  await main.upload(main.undo(pair));
  expect(await count()).toBe(0);
  await main.upload(main.admit(3), main.admit(1));
  expect(await count(), 'another one beyond the allocation').toBe(1);
});

test('beyond an allocation, off the list or on none, people whom a phone let in are a conflict by its own door, and inside', async () => {
  const { door, list, main } = await openWithList([1, 1], 1);
  await main.upload(main.ask(0), main.admit(1));
  await door.ctx.db.update(guestListEntries).set({ removedAt: door.clock.now() });
  await main.upload(main.admit(1), main.admit(0, { entryId: 987_654, people: 3 }));
  const { conflicts, figures } = await tonight(door);
  expect(conflicts.map(({ reason, entry, guest, admissions }) => [reason, entry?.id, guest?.lastName, admissions.length])).toEqual([
    ['not_on_list', undefined, undefined, 1],
    ['not_on_list', list.entryIds[1], 'Beridze', 1],
    ['list_full', list.entryIds[1], 'Beridze', 1],
  ]);
  expect(figures.inside).toBe(6);
});

test('Tonight counts people by lists: inside, by the quarter and by the minute, equal to the phones', async () => {
  const { door, main, side } = await openWithList([2, 3]);
  const [pair, group] = [main.admit(0, { people: 2, ...at('23:40:00') }), main.admit(1, { people: 3, ...at('23:41:07') })];
  await main.upload(pair, group, main.ask(1, { people: 2 }));
  await side.upload(side.scan(), side.scan({ kind: 'plus', code: undefined }));
  const inside = async () => [
    (await tonight(door)).figures.inside,
    (await readOfflineManifest(door.ctx, scannerDeviceAt(door.event.id))).live.inside,
  ];
  expect(await inside()).toEqual([7, 7]);
  const { quarters } = await tonight(door);
  expect(quarters.filter(({ arrivals }) => arrivals > 0)).toMatchObject([{ arrivals: 5 }, { arrivals: 1 }]);
  const { minutes } = await (await staffOf(door)).minutes({ eventId: door.event.id });
  expect(minutes).toEqual([
    { ...at('23:40:00'), in: 2, out: 0, refused: 0, inside: 2 },
    { ...at('23:41:00'), in: 3, out: 0, refused: 0, inside: 5 },
    { ...at('23:55:00'), in: 2, out: 0, refused: 1, inside: 7 },
  ]);
  await main.upload(main.undo(group));
  expect(await inside()).toEqual([4, 4]);
  expect(await brokenRules(door.deps.database.pool)).not.toContainEqual(expect.stringMatching(/accepted once/));
});

test('Tonight, by the quarter and by the minute: the same people came, the same decisions turned people away', async () => {
  const { door, list, main, side } = await openWithList([2, 3]);
  const [pair, undone, ticket] = [main.admit(0, { people: 2 }), main.admit(1, { people: 3 }), main.scan()];
  await main.upload(pair, undone, ticket, main.ask(0, { people: 2 }), main.undo(undone), main.undo(ticket));
  side.scannerDevice.endedAt = new Date('2026-11-21T23:50:00+04:00');
  await side.upload(side.admit(0), side.alone());
  const { quarters, figures, lists } = await tonight(door);
  const { minutes } = await (await staffOf(door)).minutes({ eventId: door.event.id });
  expect(quarters.reduce((sum, { arrivals }) => sum + arrivals, 0)).toBe(4);
  expect(minutes).toEqual([{ ...at('23:55:00'), in: 4, out: 0, refused: 1, inside: 4 }]);
  expect(figures).toMatchObject({ inside: 4, refused: 1 });
  expect(lists, 'after the end of the scanner device nobody takes a place').toMatchObject([{ id: list.id, arrived: 2 }]);
});

test('what a phone did after the end of its scanner device takes no place, and is inside', async () => {
  const { door, list, main, side } = await openWithList([2]);
  main.scannerDevice.endedAt = new Date('2026-11-21T23:45:00+04:00');
  await main.upload(main.admit(0, { people: 2, ...at('23:50:00') }));
  await side.upload(side.ask(0, { people: 2 }));
  const { live } = await readOfflineManifest(door.ctx, scannerDeviceAt(door.event.id));
  expect(live).toMatchObject({
    inside: 4,
    arrivals: [{ entryId: list.entryIds[0], people: 2, byTicket: 0 }],
    conflicts: [{ reason: 'device_ended' }],
  });
});

test('of phones that bring groups by lists at once, as many people get in as the room has places', async () => {
  const door = await openDoor();
  await door.ctx.db.execute(sql`update events set licensed = 200 where id = ${door.event.id}`);
  // Each phone has its own list, so that they only compete for the room.
  const phones = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const entries = withPlaces(21, 21, 21, 21, 21);
      const { entryIds } = await addGuestList(door.ctx, door.event.id, { allocation: 105, entries });
      const { scan, upload } = await openScannerDevice(door);
      return () => upload(...entryIds.map((entryId) => scan({ code: undefined, entryId, people: 21 })));
    }),
  );
  const answers = await Promise.all(phones.map((bring) => bring()));
  const said = answers.flatMap(({ outcomes }) => outcomes.map(({ reason }) => reason)).toSorted();
  expect(said).toEqual([...Array(11).fill('full'), ...Array(9).fill('on_list')]);
  expect((await tonight(door)).figures.inside).toBe(189);
});
