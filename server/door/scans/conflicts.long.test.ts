import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { scannerDevices } from '#server/door/door.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { openScannerDevice } from '#tests/factories/door-phone.ts';
import { admit, type OpenDoor, openDoor } from '#tests/factories/door.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { signInAgain } from '#tests/factories/users.ts';

const tonight = async (door: OpenDoor) =>
  door.api(await signInAgain(door.ctx, door.admin.id)).staffTonight.show({ eventId: door.event.id });
const at = (time: string) => ({ at: `2026-11-21T${time}+04:00` });

test('a ticket that came in twice is shown with both doors in their true order, whichever upload arrived first', async () => {
  const door = await openDoor();
  door.clock.set('2026-11-21T23:55:00+04:00');
  const [main, side] = [await openScannerDevice(door, 'Main 1'), await openScannerDevice(door, 'Side 1')];
  // The side door's phone is 50 s ahead.
  await side.upload(side.alone({ ...at('23:42:42'), offsetMs: 50_000 }));
  await main.upload(main.alone(at('23:41:07')));
  const { conflicts, figures } = await tonight(door);
  expect(conflicts).toEqual([
    {
      id: expect.any(Number),
      reason: 'ticket_used',
      ticketId: door.ticket.id,
      guest: { firstName: 'Nino', lastName: 'Beridze' },
      entry: null,
      admissions: [
        { door: 'Main 1', uncertaintyMs: 500, ...at('23:41:07') },
        { door: 'Side 1', uncertaintyMs: 500, ...at('23:41:52') },
      ],
      isOrderCertain: true,
    },
  ]);
  expect(figures).toMatchObject({ inside: 2, toCome: 0 });
});

test('an order that the clocks cannot tell is called uncertain, and staff of the scanner have their name', async () => {
  const door = await openDoor();
  await door.scan(admit);
  const { upload, alone } = await openScannerDevice(door);
  await upload(alone({ uncertaintyMs: 4_000, ...at('23:03:57') }));
  const [conflict] = (await tonight(door)).conflicts;
  expect(conflict).toMatchObject({ isOrderCertain: false, admissions: [{ door: 'Main 1' }, { door: expect.stringContaining(' ') }] });
});

test('an undone conflict is none, and those without a known ticket name nobody', async () => {
  const door = await openDoor();
  const { upload, scan, alone } = await openScannerDevice(door);
  const [first, second] = [alone(), alone()];
  const undo = scan({ kind: 'undo', code: undefined, undoneScanId: second.scanId });
  await upload(first, second, undo, alone({ code: door.ticket.code.replace(/.$/, '~') }));
  const { conflicts, figures } = await tonight(door);
  expect(conflicts).toMatchObject([{ reason: 'code_tampered', ticketId: null, guest: null, admissions: [{ door: 'Main 1' }] }]);
  expect(figures.inside).toBe(2);
});

test('the people inside are those who came in, without those who went out, and with the counted ones', async () => {
  const door = await openDoor();
  const { upload, scan } = await openScannerDevice(door);
  const other = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  const [first, entry] = [scan(), scan({ code: other.code })];
  const counted = (kind: 'plus' | 'minus') => scan({ kind, code: undefined });
  await upload(first, entry, scan({ kind: 'out' }), counted('plus'), counted('plus'), counted('minus'));
  expect((await tonight(door)).figures.inside).toBe(2);
  await upload(scan({ kind: 'undo', code: undefined, undoneScanId: entry.scanId }));
  const { figures, decisions } = await tonight(door);
  expect(figures).toMatchObject({ inside: 1, toCome: 1, scannedLately: 2 });
  expect(decisions.map(({ result }) => result)).toEqual(['accepted', 'accepted']);
});

test('an admission whose first one was undone is no conflict; of three, one is left', async () => {
  const door = await openDoor();
  const { upload, scan, alone } = await openScannerDevice(door);
  const [first, second] = [alone(), alone()];
  await upload(first, second, scan({ kind: 'undo', code: undefined, undoneScanId: first.scanId }));
  expect((await tonight(door)).conflicts).toEqual([]);
  await upload(alone());
  const { conflicts, figures } = await tonight(door);
  expect(conflicts).toMatchObject([{ reason: 'ticket_used', admissions: [{ door: 'Main 1' }, { door: 'Main 1' }] }]);
  expect(figures.inside).toBe(2);
});

test('each conflict is in the audit log once, under the name of its scanner device', async () => {
  const door = await openDoor();
  const { upload, alone, scannerDevice } = await openScannerDevice(door);
  const scans = [alone(), alone(), alone({ code: door.ticket.code.replace(/.$/, '~') })];
  await upload(...scans);
  await upload(...scans);
  const entries = await door.ctx.db.select().from(auditEntries).where(eq(auditEntries.action, 'door.conflict'));
  expect(entries.map(({ scannerDeviceName, staffId, subject, detail }) => ({ scannerDeviceName, staffId, subject, detail }))).toEqual([
    {
      scannerDeviceName: 'Main 1',
      staffId: null,
      subject: `ticket ${door.ticket.id}`,
      detail: { eventId: door.event.id, reason: 'ticket_used' },
    },
    {
      scannerDeviceName: 'Main 1',
      staffId: null,
      subject: `scanner_device ${scannerDevice.scannerDeviceId}`,
      detail: { eventId: door.event.id, reason: 'code_tampered' },
    },
  ]);
});

test('a guest goes out twice and comes in late, and is counted once', async () => {
  const door = await openDoor();
  const { upload, scan, alone } = await openScannerDevice(door);
  const other = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  const inside = async () => (await tonight(door)).figures.inside;
  await upload(scan(), scan({ kind: 'out' }), scan({ kind: 'out' }));
  expect(await inside()).toBe(0);
  await upload(scan({ kind: 'out', code: other.code }));
  await upload(alone({ code: other.code, ...at('23:03:00') }));
  expect(await inside(), 'the way in arrived after the way out').toBe(0);
  await upload(...Array.from({ length: 3 }, () => scan({ kind: 'minus', code: undefined })));
  expect(await inside()).toBe(0);
});

test('decisions name their door, and those that arrived after the scanner device was revoked are marked', async () => {
  const door = await openDoor();
  const { scannerDevice, upload, scan, alone } = await openScannerDevice(door, 'Side 1');
  await door.scan({ isReject: true });
  await upload(scan({ kind: 'reject' }));
  const [before, after] = [alone(at('23:03:00')), alone({ kind: 'reject', ...at('23:09:00') })];
  const revokedAt = new Date('2026-11-21T23:05:00+04:00');
  await door.ctx.db.update(scannerDevices).set({ revokedAt }).where(eq(scannerDevices.id, scannerDevice.scannerDeviceId));
  scannerDevice.endedAt = revokedAt;
  door.clock.set('2026-11-21T23:10:00+04:00');
  await upload(before, after);
  const { decisions } = await tonight(door);
  expect(decisions.map(({ door: by, result, reason, isAfterRevocation }) => [by, result, reason, isAfterRevocation])).toEqual([
    ['Side 1', 'noted', 'device_ended', true],
    ['Side 1', 'rejected', 'rejected_by_staff', false],
    [expect.stringContaining(' '), 'rejected', 'rejected_by_staff', false],
    ['Side 1', 'conflict', 'device_ended', true],
  ]);
});
