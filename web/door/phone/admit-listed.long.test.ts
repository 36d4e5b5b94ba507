import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DEVICE_RIGHTS } from '#shared/door/scanner-devices.ts';
import { createScannerDevice } from '#tests/factories/door-phone.ts';
import { addGuestList, endLists, license, scansAt, withPlaces } from '#tests/factories/guest-lists.ts';
import { openDoor } from '#tests/factories/door.ts';
import { type Line, openPage } from '#tests/factories/phone-page.ts';
import { openStore } from './store.ts';

/** A scanner device, a list with one entry for four people, and the connection of its first page. */
async function openListDoor(line: Line = {}, licensed = 400) {
  const door = await openDoor();
  await license(door.ctx, door.event.id, licensed);
  const { entryIds } = await addGuestList(door.ctx, door.event.id, { entries: withPlaces(4, 4, 4) });
  const storeName = randomUUID();
  const page = await openPage(door, storeName, line);
  const { secret, staff, scannerDeviceId } = await createScannerDevice(door, { eventId: door.event.id, rights: [...DEVICE_RIGHTS] });
  await page.phone.pair(secret);
  await page.until(({ listed }) => listed.length === 3);
  const peopleIn = async () =>
    (await scansAt(door.ctx, door.event.id)).filter(
      ({ result, kind }) => kind === 'in' && (result === 'accepted' || result === 'conflict'),
    );
  return { door, storeName, entryId: entryIds[0] ?? 0, entryIds, ...page, peopleIn, staff, scannerDeviceId };
}

test('a group that the server let in for a killed page comes in when its entry is chosen again, whatever number is offered', async () => {
  const { door, storeName, entryId, phone, peopleIn } = await openListDoor({ isDeaf: true });
  void phone.admitEntry(entryId, 4).catch(() => undefined);
  await expect.poll(peopleIn).toHaveLength(1);
  phone.close();
  const second = await openPage(door, storeName);
  await second.until(({ listed }) => listed.some(({ arrived }) => arrived === 4));
  expect(await second.phone.admitEntry(entryId, 1)).toMatchObject({ verdict: 'admit', listed: { people: 4 } });
  await second.until(({ unsent, inside }) => unsent === 0 && inside === 4);
  expect(await peopleIn()).toHaveLength(1);
  expect(await second.phone.admitEntry(entryId, 1)).toMatchObject({ verdict: 'refuse', reason: 'entry_used' });
});

test('such a group is shown with its number, also when its list has ended meanwhile', async () => {
  const { door, storeName, entryId, phone, peopleIn } = await openListDoor({ isDeaf: true });
  void phone.admitEntry(entryId, 4).catch(() => undefined);
  await expect.poll(peopleIn).toHaveLength(1);
  phone.close();
  await endLists(door.ctx, door.event.id);
  const second = await openPage(door, storeName);
  await second.until(({ listed, unsent }) => listed.length === 0 && unsent === 0);
  expect(await second.phone.admitEntry(entryId, 1)).toMatchObject({ verdict: 'admit', listed: { firstName: '', people: 4 } });
});

test('an older question that the server refused does not hide such a group', async () => {
  const { door, storeName, entryId, phone, peopleIn } = await openListDoor({ isDeaf: true });
  await license(door.ctx, door.event.id, 1);
  void phone.admitEntry(entryId, 2).catch(() => undefined);
  await expect.poll(() => scansAt(door.ctx, door.event.id)).toMatchObject([{ result: 'refused', reason: 'full' }]);
  phone.close();
  await license(door.ctx, door.event.id, 400);
  const second = await openPage(door, storeName);
  // Otherwise the page would refuse by itself, with the old number.
  await second.until(({ unsent, head }) => unsent === 0 && head?.door.licensed === 400);
  second.line.isDeaf = true;
  void second.phone.admitEntry(entryId, 4).catch(() => undefined);
  await expect.poll(peopleIn).toHaveLength(1);
  second.phone.close();
  const third = await openPage(door, storeName);
  await third.until(({ listed }) => listed.some(({ arrived }) => arrived === 4));
  expect(await third.phone.admitEntry(entryId, 1)).toMatchObject({ verdict: 'admit', listed: { people: 4 } });
});

test('a question that never left a killed page brings nobody in when fewer people are let in later', async () => {
  const line: Line = {};
  const { door, storeName, entryId, phone } = await openListDoor(line);
  const store = await openStore(storeName);
  line.isCut = true;
  const admission = phone.admitEntry(entryId, 4);
  void admission.catch(() => undefined);
  await expect.poll(async () => (await store.allScans()).length).toBe(1);
  await admission;
  const [question] = await store.allScans();
  if (!question) throw new Error('Nothing was stored.');
  // The state of a page that was killed before the answer.
  await store.putScans([{ ...question, decidedBy: 'server', shown: undefined }]);
  store.close();
  phone.close();
  const second = await openPage(door, storeName, { isCut: true });
  expect(await second.phone.admitEntry(entryId, 2)).toMatchObject({ verdict: 'admit', decidedBy: 'phone', listed: { people: 2 } });
  second.line.isCut = false;
  await second.until(({ unsent, inside }) => unsent === 0 && inside === 2);
});

test('a phone alone counts the people of its own lists against the room', async () => {
  const line: Line = {};
  const { phone, entryIds } = await openListDoor(line, 6);
  line.isCut = true;
  const reasons = [];
  for (const id of entryIds) reasons.push((await phone.admitEntry(id, 3)).reason);
  expect(reasons).toEqual(['on_list', 'on_list', 'full']);
});

test('the names on lists go when the phone hears of the end of its pairing', async () => {
  const { storeName, phone, until, staff, scannerDeviceId } = await openListDoor();
  await staff.revoke({ id: scannerDeviceId });
  await until(({ phase, listed }) => phase === 'ended' && listed.length === 0);
  const store = await openStore(storeName);
  await expect.poll(() => store.readLists()).toBeUndefined();
  store.close();
  phone.close();
});
