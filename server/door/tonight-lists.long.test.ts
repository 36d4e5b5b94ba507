import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { guestLists } from '#server/sales/tables/guest-lists.table.ts';
import { addGuestList, withPlaces } from '#tests/factories/guest-lists.ts';
import { openScannerDevice } from '#tests/factories/door-phone.ts';
import { openDoor } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { signInAgain } from '#tests/factories/users.ts';

async function openTonight() {
  const door = await openDoor();
  const { staffTonight } = door.api(await signInAgain(door.ctx, door.admin.id));
  const { upload, scan, alone } = await openScannerDevice(door);
  const shown = { result: 'accepted', reason: 'on_list' } as const;
  return {
    ...door,
    upload,
    show: () => staffTonight.show({ eventId: door.event.id }),
    undo: (scanId: string) => scan({ kind: 'undo', code: undefined, undoneScanId: scanId }),
    ask: (entryId: number | undefined, people = 1) => scan({ code: undefined, entryId, people }),
    letIn: (entryId: number | undefined, people = 1) => alone({ code: undefined, entryId, people, shown }),
  };
}

test('decisions about people on lists stand among the last ones, with whose list it is and how many came', async () => {
  const door = await openTonight();
  const { id, entryIds } = await addGuestList(door.ctx, door.event.id, { name: 'Artists', entries: withPlaces(3) });
  const [entryId] = entryIds;
  await door.scan({ isReject: false });
  await door.upload(door.ask(entryId, 2), door.ask(entryId, 2), door.letIn(entryId, 2), door.ask(987_654));
  const { decisions } = await door.show();
  const entry = { id: entryId, list: 'Artists', people: 2 };
  const guest = { id: null, firstName: 'Nino', lastName: 'Beridze', born: '' };
  expect(
    decisions.map(({ result, reason, ...of }) => ({ result, reason, ticketId: of.ticketId, guest: of.guest, entry: of.entry })),
  ).toEqual([
    { result: 'conflict', reason: 'entry_used', ticketId: null, guest, entry },
    { result: 'refused', reason: 'entry_used', ticketId: null, guest, entry },
    { result: 'accepted', reason: 'on_list', ticketId: null, guest, entry },
    {
      result: 'accepted',
      reason: 'valid',
      ticketId: door.ticket.id,
      guest: { ...guest, id: door.guest.id, born: '1998-04-12' },
      entry: null,
    },
  ]);
  expect(id).toBeGreaterThan(0);
});

test('Tonight says how many of each list’s allocation have come, also of a list that ended', async () => {
  const door = await openTonight();
  const friends = await addGuestList(door.ctx, door.event.id, {
    name: 'Friends',
    allocation: 5,
    priceTetri: 1500,
    entries: withPlaces(2, 3),
  });
  const artists = await addGuestList(door.ctx, door.event.id, { name: 'Artists', allocation: 3, entries: withPlaces(3) });
  const ended = await addGuestList(door.ctx, door.event.id, { name: 'Never used', entries: withPlaces(1) });
  await addGuestList(door.ctx, (await createEvent(door.ctx)).id, { name: 'Of another night' });
  const [pair, group] = [door.ask(friends.entryIds[0], 2), door.ask(friends.entryIds[1], 3)];
  await door.upload(pair, group, door.letIn(friends.entryIds[1]), door.undo(pair.scanId));
  for (const { id } of [friends, ended])
    await door.ctx.db.update(guestLists).set({ endedAt: door.clock.now() }).where(eq(guestLists.id, id));
  expect((await door.show()).lists).toEqual([
    { id: artists.id, name: 'Artists', allocation: 3, price: null, arrived: 0 },
    { id: friends.id, name: 'Friends', allocation: 5, price: 15, arrived: 4 },
  ]);
});
