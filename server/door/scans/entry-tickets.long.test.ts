import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { findBrokenRules } from '#server/backoffice/consistency/consistency.queries.ts';
import { countCame } from '#server/door/inside.queries.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import type { DeviceScan, ScanReceipt } from '#shared/door/device-scan.schemas.ts';
import { openScannerDevice } from '#tests/factories/door-phone.ts';
import { isUsed, type OpenDoor, openDoor, outcomes } from '#tests/factories/door.ts';
import { listWithTickets } from '#tests/factories/lists-with-tickets.ts';
import { firstList } from '#tests/factories/staff-lists.ts';
import { untilWaiting } from '#tests/factories/waiting.ts';

const said = ({ outcomes: all }: ScanReceipt): string[] => all.map(({ result, reason }) => `${result} ${reason}`);

type Listed = Awaited<ReturnType<typeof listWithTickets>>[number];

/** The rules about admissions hold. The open door's own ticket was inserted without its ticket type's stock. */
async function expectRules({ ctx }: OpenDoor): Promise<void> {
  const broken = await findBrokenRules(ctx.database.pool);
  expect(broken.filter((rule) => /^a ticket|^a second/.test(rule))).toEqual([]);
}

type ScannerDevice = Awaited<ReturnType<typeof openScannerDevice>>;
const byName = ({ entryId }: Listed, people = 1) => ({ code: undefined, entryId, people });
const withTicket = ({ code }: Listed) => ({ code });
const shown = { result: 'accepted', reason: 'on_list' } as const;

async function openOne(places = 1) {
  const door = await openDoor();
  const [main, side] = [await openScannerDevice(door), await openScannerDevice(door, 'Side')];
  const [listed] = await listWithTickets(door, [places]);
  if (!listed) throw new Error('The list is empty.');
  const came = async () => (await countCame(door.ctx.db, [door.event.id])).get(door.event.id) ?? { came: 0, listed: 0 };
  const arrived = async () => firstList(await door.api(door.admin.accessToken).staffLists.list({ id: door.event.id })).arrived;
  const ask = (scannerDevice: ScannerDevice, given: Partial<DeviceScan>) => scannerDevice.upload(scannerDevice.scan(given)).then(said);
  return { door, main, side, listed, came, arrived, ask };
}

test('who came with the mailed ticket has arrived on the list, and nobody comes in by the name any more', async () => {
  const { door, main, side, listed, came, arrived, ask } = await openOne();
  expect(await ask(main, withTicket(listed))).toEqual(['accepted valid']);
  expect(await ask(side, byName(listed))).toEqual(['refused entry_used']);
  expect([await came(), await arrived()]).toEqual([{ came: 1, listed: 1 }, 1]);
  await expectRules(door);
});

test('who came by the name has used the ticket up, at every door, until that is undone', async () => {
  const { door, main, side, listed, came, arrived, ask } = await openOne();
  const entry = main.scan(byName(listed));
  expect(said(await main.upload(entry))).toEqual(['accepted on_list']);
  expect(await isUsed(door, listed.ticketId)).toBe(true);
  expect(await ask(side, withTicket(listed))).toEqual(['refused ticket_used']);
  expect(await outcomes([door.scan({ isReject: false, ticketId: listed.ticketId })])).toEqual({ ticket_used: 1 });
  expect([await came(), await arrived()]).toEqual([{ came: 1, listed: 1 }, 1]);
  await expectRules(door);
  await main.upload(main.scan({ kind: 'undo', code: undefined, undoneScanId: entry.scanId }));
  expect(await isUsed(door, listed.ticketId)).toBe(false);
  expect(await ask(side, withTicket(listed))).toEqual(['accepted valid']);
  await expectRules(door);
});

test('the ticket is one of the places of its entry: with two companions three people come in, in any order', async () => {
  const { door, main, listed, came, arrived, ask } = await openOne(3);
  expect(await ask(main, byName(listed, 2))).toEqual(['accepted on_list']);
  expect(await isUsed(door, listed.ticketId)).toBe(false);
  expect(await ask(main, byName(listed, 2))).toEqual(['refused entry_used']);
  expect(await ask(main, withTicket(listed))).toEqual(['accepted valid']);
  expect(await ask(main, byName(listed))).toEqual(['refused entry_used']);
  expect([await came(), await arrived()]).toEqual([{ came: 3, listed: 3 }, 3]);
  await expectRules(door);
});

test('in one upload each scan counts for the next, and nobody goes out by a name', async () => {
  const { door, main, listed } = await openOne();
  const scans = [main.scan(byName(listed)), main.scan(withTicket(listed)), main.scan({ kind: 'out', ...withTicket(listed) })];
  expect(said(await main.upload(...scans, main.scan(withTicket(listed))))).toEqual([
    'accepted on_list',
    'refused ticket_used',
    'noted out',
    'refused ticket_used',
  ]);
  await expectRules(door);
});

test('two phones without a network let in by name and with the ticket: the second to arrive is a conflict, and nothing is lost', async () => {
  const first = await openOne();
  const { door, main, side, listed } = first;
  await main.upload(main.alone({ ...byName(listed), shown }));
  expect(said(await side.upload(side.alone(withTicket(listed))))).toEqual(['conflict ticket_used']);
  expect(await first.arrived()).toBe(2);
  await expectRules(door);
  const second = await openOne();
  await second.side.upload(second.side.alone(withTicket(second.listed)));
  expect(said(await second.main.upload(second.main.alone({ ...byName(second.listed), shown })))).toEqual(['conflict entry_used']);
  await expectRules(second.door);
});

test('more or less company in the console frees the ticket or uses it up, and one that came in stays used', async () => {
  const { door, main, side, listed, ask } = await openOne(2);
  const { staffLists } = door.api(door.admin.accessToken);
  const setCompany = (plusOnes: number) => staffLists.changeEntry({ id: listed.entryId, body: { plusOnes } });
  expect(await ask(main, byName(listed))).toEqual(['accepted on_list']);
  expect(await isUsed(door, listed.ticketId)).toBe(false);
  await setCompany(0);
  expect(await isUsed(door, listed.ticketId)).toBe(true);
  expect(await ask(side, withTicket(listed))).toEqual(['refused ticket_used']);
  await expectRules(door);
  await setCompany(2);
  expect(await isUsed(door, listed.ticketId)).toBe(false);
  expect(await ask(side, withTicket(listed))).toEqual(['accepted valid']);
  await setCompany(1);
  await setCompany(5);
  expect(await isUsed(door, listed.ticketId)).toBe(true);
  expect(await ask(side, withTicket(listed))).toEqual(['refused ticket_used']);
  await expectRules(door);
});

/**
 * An account scans a ticket while a phone admits its holder by name, before the scan is stored. Returns how many were admitted by the
 * entry.
 */
async function rush(door: OpenDoor): Promise<number | undefined> {
  const scannerDevice = await openScannerDevice(door);
  const [listed] = await listWithTickets(door, [1]);
  if (!listed) throw new Error('The list is empty.');
  const { answers } = await door.ctx.database.transaction(async (holder) => {
    await holder.select({ id: tickets.id }).from(tickets).where(eq(tickets.id, listed.ticketId)).for('no key update');
    const scan = door.scan({ isReject: false, ticketId: listed.ticketId });
    await untilWaiting(door, 1);
    const upload = scannerDevice.upload(scannerDevice.scan(byName(listed)));
    await untilWaiting(door, 2);
    return { answers: Promise.allSettled([scan, upload]) };
  });
  await answers;
  const { lists } = await door.api(door.admin.accessToken).staffLists.list({ id: door.event.id });
  return lists.find(({ id }) => id === listed.listId)?.arrived;
}

test('of a ticket scanned and its name let in at once at two doors exactly one counts', async () => {
  expect(await rush(await openDoor())).toBe(1);
});

test('control: without the lock of the tickets the same rush lets somebody in twice', async () => {
  expect(await rush(await openDoor({ without: 'lockedUploads' }))).toBe(2);
});
