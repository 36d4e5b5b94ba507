import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { brokenRules } from '#lab/trial/consistency.ts';
import { events } from '#server/content/content.table.ts';
import { readOfflineManifest } from '#server/door/offline-manifest/offline-manifest.service.ts';
import type { ScanReceipt } from '#shared/door/device-scan.schemas.ts';
import { openScannerDevice } from '#tests/factories/door-phone.ts';
import { type OpenDoor, openDoor, scansOf } from '#tests/factories/door.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { signInAgain } from '#tests/factories/users.ts';

const said = ({ outcomes }: ScanReceipt): string[] => outcomes.map(({ result, reason }) => `${result} ${reason}`);
const set = ({ ctx, event }: OpenDoor, settings: Partial<typeof events.$inferInsert>) =>
  ctx.db.update(events).set(settings).where(eq(events.id, event.id));
const sell = ({ ctx, event, guest }: OpenDoor) => createTicket(ctx, { userId: guest.id, eventId: event.id });
const doorFaults = async ({ deps }: OpenDoor): Promise<string[]> =>
  (await brokenRules(deps.database.pool)).filter((rule) => /accepted once|is used while|second admission/.test(rule));
const tonight = async (door: OpenDoor) => door.api(await signInAgain(door.ctx, door.admin.id)).staffTonight;

test('who went out comes back in while the event allows it, and the offline manifest says who is out', async () => {
  const door = await openDoor();
  await set(door, { exits: 'until', exitsUntil: new Date('2026-11-22T03:00:00+04:00') });
  const { scannerDevice, scan, upload } = await openScannerDevice(door);
  const rowOf = async () =>
    (await readOfflineManifest(door.ctx, scannerDevice)).rows.map(({ usedAt, hasLeft }) => [usedAt !== null, hasLeft]);
  const live = async () => (await readOfflineManifest(door.ctx, scannerDevice)).live.inside;
  expect(said(await upload(scan(), scan({ kind: 'out' })))).toEqual(['accepted valid', 'noted out']);
  expect([await rowOf(), await live()]).toEqual([[[true, true]], 0]);
  expect(said(await upload(scan(), scan()))).toEqual(['accepted back_in', 'refused ticket_used']);
  expect([await rowOf(), await live()]).toEqual([[[true, false]], 1]);
  await upload(scan({ kind: 'out' }));
  door.clock.set('2026-11-22T03:00:00+04:00');
  expect(said(await upload(scan()))).toEqual(['refused ticket_used']);
  expect((await scansOf(door)).map(({ visit }) => visit)).toEqual([1, 1, 2, 2, 2, 2]);
  expect(await doorFaults(door)).toEqual([]);
});

test('nobody comes back in where the event does not allow it', async () => {
  const door = await openDoor();
  const { scan, upload } = await openScannerDevice(door);
  expect(said(await upload(scan(), scan({ kind: 'out' }), scan()))).toEqual(['accepted valid', 'noted out', 'refused ticket_used']);
});

test('nobody comes in before the doors open; whom a phone let in alone is a conflict with a used ticket', async () => {
  const door = await openDoor();
  await set(door, { opensAt: new Date('2026-11-21T23:30:00+04:00') });
  const { scan, alone, upload } = await openScannerDevice(door);
  const early = await sell(door);
  expect(said(await upload(scan(), alone({ code: early.code })))).toEqual(['refused not_open_yet', 'conflict not_open_yet']);
  door.clock.set('2026-11-21T23:30:00+04:00');
  expect(said(await upload(scan(), scan({ code: early.code })))).toEqual(['accepted valid', 'refused ticket_used']);
  expect(await doorFaults(door)).toEqual([]);
});

test('a full house refuses, and shows whom a phone let in beyond the room', async () => {
  const door = await openDoor();
  await set(door, { licensed: 1 });
  const { scan, alone, upload } = await openScannerDevice(door);
  const [second, third] = [await sell(door), await sell(door)];
  expect(said(await upload(scan(), scan({ code: second.code }), alone({ code: third.code })))).toEqual([
    'accepted valid',
    'refused full',
    'conflict full',
  ]);
  const { conflicts, figures } = await (await tonight(door)).show({ eventId: door.event.id });
  expect(conflicts).toMatchObject([{ reason: 'full', ticketId: third.id, admissions: [{ door: 'Main 1' }] }]);
  expect(figures.inside).toBe(2);
  await upload(scan({ kind: 'minus', code: undefined }), scan({ kind: 'minus', code: undefined }));
  expect(said(await upload(scan({ code: second.code })))).toEqual(['accepted valid']);
  expect(await doorFaults(door)).toEqual([]);
});

test('of many phones that ask for the last places at once, as many get in as there are places', async () => {
  const door = await openDoor();
  await set(door, { licensed: 3 });
  const scannerDevices = await Promise.all(Array.from({ length: 8 }, (_, place) => openScannerDevice(door, `Door ${place}`)));
  const tickets = await Promise.all(scannerDevices.map(() => sell(door)));
  const answers = await Promise.all(scannerDevices.map(({ scan, upload }, place) => upload(scan({ code: tickets[place]?.code }))));
  expect(answers.flatMap(said).toSorted()).toEqual([...Array(3).fill('accepted valid'), ...Array(5).fill('refused full')]);
});

test('Tonight has what happened minute by minute', async () => {
  const door = await openDoor();
  const { scan, alone, upload } = await openScannerDevice(door);
  const other = await sell(door);
  await upload(scan(), scan({ kind: 'plus', code: undefined }), scan());
  door.clock.advanceMinutes(2);
  await upload(scan({ kind: 'out' }), alone({ code: other.code, at: '2026-11-21T23:04:59+04:00' }), scan({ kind: 'reject' }));
  expect(await (await tonight(door)).minutes({ eventId: door.event.id })).toEqual({
    eventId: door.event.id,
    minutes: [
      { at: '2026-11-21T23:04:00+04:00', in: 3, out: 0, refused: 1, inside: 3 },
      { at: '2026-11-21T23:06:00+04:00', in: 0, out: 1, refused: 1, inside: 2 },
    ],
  });
  const guest = await signInAgain(door.ctx, door.guest.id);
  await expect(door.api(guest).staffTonight.minutes({ eventId: door.event.id })).rejects.toMatchObject({ status: 403 });
  await expect((await tonight(door)).minutes({ eventId: 999 })).rejects.toMatchObject({ body: { code: 'event_not_found' } });
});
