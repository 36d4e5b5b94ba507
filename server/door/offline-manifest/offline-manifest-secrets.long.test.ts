import { expect, test } from 'vitest';
import { scannerDeviceAt } from '#tests/factories/door-phone.ts';
import { addGuestList } from '#tests/factories/guest-lists.ts';
import { openDoor } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { sellToMany } from '#tests/factories/full-event.ts';
import { foundIn, readableIn, valuesOf } from '#tests/factories/holder-data.ts';
import { decryptRow, lookupKeyOf } from '#shared/door/encrypted-row.ts';
import { readChanges, readOfflineManifest } from './offline-manifest.service.ts';

const HOLDERS = 400;

const ON_LISTS = 50;
const LAST_NAME = 'Gelovani';
const listed = Array.from({ length: ON_LISTS }, (_, place) => ({ firstName: `Vano ${place}`, lastName: `${LAST_NAME} ${place}` }));

/** A full event with people on two lists, and the offline manifest of its door. */
async function openFullEvent() {
  const { ctx } = await openDoor({ isFresh: true });
  const event = await createEvent(ctx, { name: 'სავსე', nameLat: 'Full House', allocation: HOLDERS, capacity: HOLDERS });
  const holders = await sellToMany(ctx, event, HOLDERS);
  await addGuestList(ctx, event.id, { name: 'Artists', allocation: ON_LISTS, entries: listed.slice(0, 20) });
  await addGuestList(ctx, event.id, { name: 'Friends', allocation: ON_LISTS, entries: listed.slice(20) });
  return { ctx, event, holders, offlineManifest: await readOfflineManifest(ctx, scannerDeviceAt(event.id)) };
}

test('an offline manifest and its changes hold nothing about a guest in a form that can be read', async () => {
  const { ctx, event, holders, offlineManifest } = await openFullEvent();
  const changes = await readChanges(ctx, scannerDeviceAt(event.id), '');
  expect([offlineManifest.rows.length, changes.rows.length]).toEqual([HOLDERS, HOLDERS]);
  for (const view of [offlineManifest, changes]) {
    const readable = readableIn(JSON.stringify(view));
    expect(readable).toContain('Full House');
    expect(foundIn(readable, holders)).toEqual([]);
  }
});

test('of people on lists an offline manifest and its changes hold the first name and one letter, and no account', async () => {
  const { ctx, event, offlineManifest } = await openFullEvent();
  const changes = await readChanges(ctx, scannerDeviceAt(event.id), '');
  for (const { lists } of [offlineManifest, changes]) {
    const entries = lists?.flatMap((list) => list.entries) ?? [];
    expect(entries.map(({ firstName }) => firstName).toSorted()).toEqual(listed.map(({ firstName }) => firstName).toSorted());
    expect(new Set(entries.flatMap((entry) => Object.keys(entry)))).toEqual(new Set(['id', 'firstName', 'initial', 'plusOnes']));
    expect(new Set((lists ?? []).flatMap((list) => Object.keys(list)))).toEqual(
      new Set(['id', 'name', 'allocation', 'freeUntil', 'price', 'entries']),
    );
  }
  for (const view of [offlineManifest, changes]) {
    expect(readableIn(JSON.stringify(view))).not.toContain(LAST_NAME);
  }
});

test('control: the search finds each value that a row would tell', async () => {
  const { holders, offlineManifest } = await openFullEvent();
  const [holder] = holders;
  if (!holder) throw new Error('The event has holders.');
  const values = valuesOf(holder);
  const leaks = [...values, ...values.map((value) => Buffer.from(`x${value}`).toString('base64url'))];
  expect(values).toHaveLength(10);
  for (const leak of leaks) {
    const readable = readableIn(JSON.stringify({ ...offlineManifest, rows: [...offlineManifest.rows, { sealed: leak }] }));
    expect(foundIn(readable, [holder]), leak).not.toEqual([]);
  }
});

test('the code of each guest opens the row of that guest, and no other', async () => {
  const { event, holders, offlineManifest } = await openFullEvent();
  const rows = new Map(offlineManifest.rows.map((row) => [row.key, row]));
  expect(rows.size).toBe(HOLDERS);
  for (const [place, { ticket, firstName, lastName, birthdate }] of holders.entries()) {
    const row = rows.get(await lookupKeyOf(ticket.code));
    expect(row).toMatchObject({ state: 'valid', usedAt: null, isBanned: false, isDoubtful: false });
    expect(await decryptRow(ticket.code, event.id, row?.sealed ?? '')).toMatchObject({
      firstName,
      lastName,
      birthdate,
      status: 'Verified',
    });
    const other = holders[(place + 1) % HOLDERS]?.ticket.code ?? '';
    expect(await decryptRow(other, event.id, row?.sealed ?? '')).toBeUndefined();
  }
  const [first] = holders;
  const opened = await Promise.all(offlineManifest.rows.map(({ sealed }) => decryptRow(first?.ticket.code ?? '', event.id, sealed)));
  expect(opened.filter((row) => row !== undefined)).toMatchObject([{ firstName: first?.firstName }]);
});

test('the order of the rows is not the order of the sales', async () => {
  const { holders, offlineManifest } = await openFullEvent();
  const keys = offlineManifest.rows.map(({ key }) => key);
  expect(keys).toEqual(keys.toSorted());
  const sold = await Promise.all(holders.map(({ ticket }) => lookupKeyOf(ticket.code)));
  expect(sold).not.toEqual(keys);
});
