import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { brokenRules } from '#lab/trial/consistency.ts';
import type { ScanReceipt } from '#shared/door/device-scan.schemas.ts';
import { openScannerDevice } from '#tests/factories/door-phone.ts';
import { admit, isUsed, type OpenDoor, openDoor, scansOf } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';

/** Broken rules about the door. The tickets of these tests were never paid for. */
const doorFaults = async ({ deps }: OpenDoor): Promise<string[]> =>
  (await brokenRules(deps.database.pool)).filter((rule) => /accepted once|is used while|second admission/.test(rule));

const said = ({ outcomes }: ScanReceipt): string[] => outcomes.map(({ result, reason }) => `${result} ${reason}`);

test('a scanner device admits a ticket as staff do, and each door sees what the other did', async () => {
  const door = await openDoor();
  const { scannerDevice, scan, upload } = await openScannerDevice(door);
  expect(said(await upload(scan()))).toEqual(['accepted valid']);
  expect(await isUsed(door, door.ticket.id)).toBe(true);
  await expect(door.scan(admit)).rejects.toMatchObject({ body: { code: 'ticket_used' } });
  const other = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  await door.scan({ ...admit, ticketId: other.id });
  expect(said(await upload(scan({ code: other.code })))).toEqual(['refused ticket_used']);
  const [first] = await scansOf(door);
  expect(first).toMatchObject({
    scannerDeviceId: scannerDevice.scannerDeviceId,
    staffId: null,
    sequence: 1,
    eventId: door.event.id,
    receivedAt: door.clock.now(),
  });
  expect(await doorFaults(door)).toEqual([]);
});

test('tickets of another night, refunded ones, of banned guests and forged codes are refused with the reasons of the scanner', async () => {
  const door = await openDoor();
  const { scan, upload } = await openScannerDevice(door);
  const elsewhere = await createEvent(door.ctx, { startsAt: new Date('2026-11-28T23:00:00+04:00') });
  const other = await createTicket(door.ctx, { userId: door.guest.id, eventId: elsewhere.id });
  expect(said(await upload(scan({ code: other.code }), scan({ code: door.ticket.code.replace(/.$/, '~') })))).toEqual([
    'refused other_event',
    'refused code_tampered',
  ]);
  await door.ctx.db.execute(sql`update users set banned_at = ${door.clock.now()} where id = ${door.guest.id}`);
  expect(said(await upload(scan()))).toEqual(['rejected banned']);
  await door.ctx.db.execute(sql`update events set state = 'cancelled' where id = ${door.event.id}`);
  await door.ctx.db.execute(sql`update users set banned_at = null where id = ${door.guest.id}`);
  expect(said(await upload(scan()))).toEqual(['refused event_cancelled']);
  expect(await isUsed(door, door.ticket.id)).toBe(false);
});

test('an upload that comes again changes nothing and gets the same answers', async () => {
  const door = await openDoor();
  const { scan, alone, upload } = await openScannerDevice(door);
  const scans = [scan(), alone(), scan({ kind: 'plus', code: undefined }), scan({ kind: 'reject' })];
  const first = await upload(...scans);
  expect(said(first)).toEqual(['accepted valid', 'conflict ticket_used', 'noted plus', 'rejected rejected_by_staff']);
  const stored = await scansOf(door);
  expect(await upload(...scans)).toEqual(first);
  expect(await scansOf(door)).toEqual(stored);
  expect(first.lastSequence).toBe(4);
  expect(await doorFaults(door)).toEqual([]);
});

test('an upload with a gap before it is sent back with the number that is missing', async () => {
  const door = await openDoor();
  const { scan, upload } = await openScannerDevice(door);
  const [first, second, third] = [scan(), scan({ kind: 'reject' }), scan({ kind: 'reject' })];
  await upload(first);
  await expect(upload(third)).rejects.toMatchObject({ code: 'scans_missing', details: { params: { expected: 2 } } });
  expect((await upload(second, third)).lastSequence).toBe(3);
});

test('numbers typed by hand are taken 40 a minute, and those beyond hold nothing else up', async () => {
  const door = await openDoor();
  const { scan, alone, upload } = await openScannerDevice(door);
  const byHand = { code: undefined, ticketId: door.ticket.id };
  const guess = (place: number) => scan({ code: undefined, ticketId: door.ticket.id + 1_000 + place });
  const scans = [scan(byHand), ...Array.from({ length: 39 }, (_, place) => guess(place))];
  const first = await upload(...scans);
  expect(said(first).slice(0, 2)).toEqual(['accepted valid', 'refused ticket_not_found']);
  const other = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  const after = await upload(...scans, guess(40), alone({ ...byHand }), scan({ code: other.code }));
  expect(said(after).slice(-4)).toEqual([
    'refused ticket_not_found',
    'impossible too_many_numbers',
    'conflict without_code',
    'accepted valid',
  ]);
});

test('an undone admission frees the ticket, for phones and for the scanner of staff', async () => {
  const door = await openDoor();
  const { scan, upload } = await openScannerDevice(door);
  const entry = scan();
  const undo = scan({ kind: 'undo', code: undefined, undoneScanId: entry.scanId });
  expect(said(await upload(entry, undo))).toEqual(['accepted valid', 'noted freed']);
  expect(await isUsed(door, door.ticket.id)).toBe(false);
  expect((await door.scan(admit)).result).toBe('accepted');
  expect(said(await upload(scan()))).toEqual(['refused ticket_used']);
  expect((await scansOf(door)).map(({ visit }) => visit)).toEqual([1, 1, 2, 2]);
  expect(await doorFaults(door)).toEqual([]);
});

/** Two phones that were offline upload admissions with the same ten tickets at once, one in reverse order. */
async function rush(door: OpenDoor) {
  const [before, scannerDevices] = await Promise.all([scansOf(door), Promise.all([openScannerDevice(door), openScannerDevice(door)])]);
  const holder = { userId: door.guest.id, eventId: door.event.id };
  const tickets = await Promise.all(Array.from({ length: 10 }, () => createTicket(door.ctx, holder)));
  const uploads = await Promise.allSettled(
    scannerDevices.map(({ alone, upload }, place) =>
      upload(...(place === 0 ? tickets : tickets.toReversed()).map(({ code }) => alone({ code }))),
    ),
  );
  const rows = (await scansOf(door)).slice(before.length).map(({ result }) => result);
  return {
    failed: uploads.filter(({ status }) => status === 'rejected').length,
    accepted: rows.filter((result) => result === 'accepted').length,
    conflicts: rows.filter((result) => result === 'conflict').length,
  };
}

const GOOD = { failed: 0, accepted: 10, conflicts: 10 };
const RUSHES = 9;

test('of two phones that upload the same admissions at once, each ticket is accepted once and is one conflict (I7, I17)', async () => {
  const door = await openDoor();
  for (let time = 0; time < RUSHES; time += 1) expect(await rush(door)).toEqual(GOOD);
  expect(await doorFaults(door)).toEqual([]);
});

test('control: without the locks the same rushes lose an upload or conflicts (I17)', async () => {
  const door = await openDoor({ without: 'lockedUploads' });
  const outcomes = [];
  for (let time = 0; time < RUSHES; time += 1) outcomes.push(await rush(door));
  expect(outcomes).not.toEqual(outcomes.map(() => GOOD));
});
