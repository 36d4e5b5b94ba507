import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DEVICE_RIGHTS } from '#shared/door/scanner-devices.ts';
import { createScannerDevice } from '#tests/factories/door-phone.ts';
import { openDoor } from '#tests/factories/door.ts';
import { listWithTickets } from '#tests/factories/lists-with-tickets.ts';
import { openPage } from '#tests/factories/phone-page.ts';

/** A phone with its offline manifest, and an entry for `places` people with a mailed ticket. */
async function openEntry(places: number) {
  const door = await openDoor();
  const [entry] = await listWithTickets(door, [places]);
  if (!entry) throw new Error('The list is empty.');
  const page = await openPage(door, randomUUID());
  const { secret } = await createScannerDevice(door, { eventId: door.event.id, rights: [...DEVICE_RIGHTS] });
  await page.phone.pair(secret);
  await page.until(({ listed }) => listed.length === 1);
  const { phone, line, until } = page;
  const said = ({ verdict, reason, decidedBy, scanId }: Awaited<ReturnType<typeof phone.scan>>) => ({
    said: `${verdict} ${reason} ${decidedBy}`,
    scanId,
  });
  const byName = async (people = 1) => said(await phone.admitEntry(entry.entryId, people));
  const withTicket = async () => said(await phone.scan(entry.code, 'in'));
  const cut = () => {
    line.isCut = true;
  };
  const join = async () => {
    line.isCut = false;
    await until(({ unsent }) => unsent === 0);
  };
  return { phone, until, byName, withTicket, cut, join };
}

test('a phone alone that let somebody in by name turns the ticket of the entry down, until that is undone', async () => {
  const { phone, until, byName, withTicket, cut, join } = await openEntry(1);
  cut();
  const { said, scanId } = await byName();
  expect(said).toBe('admit on_list phone');
  expect((await withTicket()).said).toBe('refuse ticket_used phone');
  await phone.undo(scanId);
  expect((await withTicket()).said).toBe('admit valid phone');
  expect((await byName()).said).toBe('refuse entry_used phone');
  await join();
  await until(({ inside, conflicts, listed }) => inside === 1 && conflicts.length === 0 && listed[0]?.arrived === 1);
});

test('a phone alone that let a ticket in lets one fewer in by its name', async () => {
  const { phone, until, byName, withTicket, cut, join } = await openEntry(3);
  cut();
  const { said, scanId } = await withTicket();
  expect(said).toBe('admit valid phone');
  expect((await byName(3)).said).toBe('refuse entry_used phone');
  expect((await byName(2)).said).toBe('admit on_list phone');
  await until(({ listed }) => listed[0]?.arrived === 3);
  await phone.undo(scanId);
  expect((await byName()).said).toBe('admit on_list phone');
  expect((await withTicket()).said).toBe('refuse ticket_used phone');
  await join();
  await until(({ inside, conflicts, listed }) => inside === 3 && conflicts.length === 0 && listed[0]?.arrived === 3);
});

test('what the server knew of an entry counts when the network is gone, and an undo then frees the ticket', async () => {
  const { phone, until, byName, withTicket, cut, join } = await openEntry(1);
  const { said, scanId } = await byName();
  expect(said).toBe('admit on_list server');
  await join();
  await until(({ listed, inside }) => listed[0]?.arrived === 1 && inside === 1);
  cut();
  expect((await withTicket()).said).toBe('refuse ticket_used phone');
  await phone.undo(scanId);
  expect((await withTicket()).said).toBe('admit valid phone');
  await join();
  await until(({ inside, conflicts }) => inside === 1 && conflicts.length === 0);
});
