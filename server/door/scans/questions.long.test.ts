import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { readOfflineManifest } from '#server/door/offline-manifest/offline-manifest.service.ts';
import { events } from '#server/content/content.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import type { Question } from '#shared/door/questions.ts';
import { setClub } from '#tests/factories/club-settings.ts';
import { scannerDeviceAt, openScannerDevice, pairPhone } from '#tests/factories/door-phone.ts';
import { isUsed, openDoor } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';

const auditOf = (door: Awaited<ReturnType<typeof openDoor>>, action: string) =>
  door.ctx.db
    .select({ subject: auditEntries.subject, detail: auditEntries.detail })
    .from(auditEntries)
    .where(eq(auditEntries.action, action));

test('a guest rejected at one door is asked about at every other, with the door, the time and the reason', async () => {
  const door = await openDoor();
  const [main, side] = [await openScannerDevice(door, 'Main'), await openScannerDevice(door, 'Side')];
  const rejected = main.scan({ kind: 'reject', decidedBy: 'phone' });
  await main.upload(rejected);
  await main.upload(main.scan({ kind: 'reject', decidedBy: 'phone', code: undefined, because: 'drunk', undoneScanId: rejected.scanId }));
  const rejection = { at: '2026-11-21T23:04:00+04:00', door: 'Main', reason: 'drunk' };
  const { outcomes } = await side.upload(side.scan());
  expect(outcomes).toMatchObject([{ result: 'refused', reason: 'rejected_before', rejection }]);
  expect((await readOfflineManifest(door.ctx, scannerDeviceAt(door.event.id))).rows[0]).toMatchObject({ rejection });
  await expect(door.scan({ isReject: false, admitRejected: false })).rejects.toMatchObject({
    status: 409,
    body: { code: 'rejected_before', params: { at: '23:04, Main', rejection: 'drunk' } },
  });
  expect(await isUsed(door, door.ticket.id)).toBe(false);
  door.clock.set('2026-11-22T11:05:00+04:00');
  expect((await side.upload(side.scan())).outcomes).toMatchObject([{ result: 'accepted', reason: 'valid' }]);
});

test('a person who decides to admit such a guest does so, and it is in the audit log', async () => {
  const door = await openDoor();
  const [main, side] = [await openScannerDevice(door, 'Main'), await openScannerDevice(door, 'Side')];
  await main.upload(main.scan({ kind: 'reject', decidedBy: 'phone' }));
  const { outcomes } = await side.upload(side.scan({ answered: ['rejected_before'] }));
  expect(outcomes).toMatchObject([{ result: 'accepted', reason: 'admitted_rejected' }]);
  expect(await auditOf(door, 'door.override')).toEqual([
    { subject: `ticket ${door.ticket.id}`, detail: { eventId: door.event.id, reason: 'admitted_rejected' } },
  ]);
});

test('an answer to one question decides no other, and each is in the audit log', async () => {
  const door = await openDoor();
  const other = await createEvent(door.ctx);
  const { id, code } = await createTicket(door.ctx, { userId: door.guest.id, eventId: other.id });
  const [main, side] = [await openScannerDevice(door, 'Main'), await openScannerDevice(door, 'Side')];
  await main.upload(main.scan({ code, kind: 'reject', decidedBy: 'phone' }));
  const saidTo = async (...answered: Question[]) => (await side.upload(side.scan({ code, answered }))).outcomes[0]?.reason;
  expect([await saidTo(), await saidTo('under_18'), await saidTo('rejected_before')]).toEqual([
    'other_event',
    'other_event',
    'other_event',
  ]);
  expect(await saidTo('other_event')).toBe('rejected_before');
  expect(await isUsed(door, id)).toBe(false);
  expect(await saidTo('other_event', 'rejected_before', 'doubtful')).toBe('admitted_rejected');
  expect((await auditOf(door, 'door.override')).map(({ detail }) => detail)).toEqual([
    { eventId: door.event.id, reason: 'admitted_other_event' },
    { eventId: door.event.id, reason: 'admitted_rejected' },
  ]);
});

test('a denied guest who returns is admitted only by an answer, which is in the audit log', async () => {
  const door = await openDoor();
  await door.ctx.db.update(events).set({ exits: 'always' }).where(eq(events.id, door.event.id));
  const [main, side] = [await openScannerDevice(door, 'Main'), await openScannerDevice(door, 'Side')];
  for (const kind of ['in', 'out', 'reject'] as const) {
    await main.upload(main.scan({ kind }));
    door.clock.advanceMinutes(1);
  }
  expect((await side.upload(side.scan({ answered: [] }))).outcomes).toMatchObject([{ result: 'refused', reason: 'rejected_before' }]);
  expect((await side.upload(side.scan({ answered: ['rejected_before'] }))).outcomes).toMatchObject([{ reason: 'back_in' }]);
  expect(await auditOf(door, 'door.override')).toEqual([
    { subject: `ticket ${door.ticket.id}`, detail: { eventId: door.event.id, reason: 'admitted_rejected' } },
  ]);
});

test('a phone with an older program says only that it decided, which waives nothing', async () => {
  const door = await openDoor();
  const main = await openScannerDevice(door, 'Main');
  await main.upload(main.scan({ kind: 'reject', decidedBy: 'phone' }));
  const { call } = await pairPhone(door, { eventId: door.event.id });
  const [first, second] = [
    { ...main.scan(), sequence: 1 },
    { ...main.alone(), sequence: 2 },
  ].map((scan) => ({ ...scan, isDecided: true }));
  const answer = await call({ method: 'POST', path: '/api/door/scans', body: { scans: [first, second] } });
  expect(answer).toMatchObject({
    status: 200,
    body: { outcomes: [{ result: 'refused' }, { result: 'conflict', reason: 'rejected_before' }] },
  });
});

test('the club says for how many hours the doors hear of a denial, and phones learn it', async () => {
  const door = await openDoor();
  await setClub(door, { 'club:denial': '1' });
  const [main, side] = [await openScannerDevice(door, 'Main'), await openScannerDevice(door, 'Side')];
  await main.upload(main.scan({ kind: 'reject', decidedBy: 'phone' }));
  expect((await readOfflineManifest(door.ctx, scannerDeviceAt(door.event.id))).door).toMatchObject({ denialHours: 1 });
  door.clock.advanceMinutes(59);
  expect((await side.upload(side.scan())).outcomes).toMatchObject([{ reason: 'rejected_before' }]);
  door.clock.advanceMinutes(1);
  expect((await readOfflineManifest(door.ctx, scannerDeviceAt(door.event.id))).rows[0]).toMatchObject({ rejection: null });
  expect((await side.upload(side.scan())).outcomes).toMatchObject([{ result: 'accepted', reason: 'valid' }]);
});

test('the scanner of staff asks too and can admit on purpose; a client that knows nothing of rejections admits as before', async () => {
  const door = await openDoor();
  await door.scan({ isReject: true });
  await expect(door.scan({ isReject: false, admitRejected: false })).rejects.toMatchObject({ body: { code: 'rejected_before' } });
  expect(await door.scan({ isReject: false, admitRejected: true })).toMatchObject({ result: 'accepted', reason: 'admitted_rejected' });
  expect(await auditOf(door, 'door.override')).toHaveLength(1);

  const other = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  await door.scan({ isReject: true, ticketId: other.id });
  expect(await door.scan({ isReject: false, ticketId: other.id })).toMatchObject({ result: 'accepted', reason: 'valid' });
});

test('an undone rejection is forgotten, and so is one before an admission', async () => {
  const door = await openDoor();
  const [main, side] = [await openScannerDevice(door, 'Main'), await openScannerDevice(door, 'Side')];
  const rejected = main.scan({ kind: 'reject', decidedBy: 'phone' });
  await main.upload(rejected);
  await main.upload(main.scan({ kind: 'undo', decidedBy: 'phone', code: undefined, undoneScanId: rejected.scanId }));
  expect((await side.upload(side.scan())).outcomes).toMatchObject([{ result: 'accepted', reason: 'valid' }]);
  expect((await readOfflineManifest(door.ctx, scannerDeviceAt(door.event.id))).rows[0]).toMatchObject({
    rejection: null,
    usedDoor: 'Side',
  });
});

test('a phone alone that did not hear of a rejection admits, and it is a conflict that uses the ticket', async () => {
  const door = await openDoor();
  const [main, side] = [await openScannerDevice(door, 'Main'), await openScannerDevice(door, 'Side')];
  await main.upload(main.scan({ kind: 'reject', decidedBy: 'phone' }));
  door.clock.set('2026-11-21T23:05:00+04:00');
  expect((await side.upload(side.alone())).outcomes).toMatchObject([{ result: 'conflict', reason: 'rejected_before' }]);
  expect(await isUsed(door, door.ticket.id)).toBe(true);
});

test('a ticket of another event comes in only by a decision, which is in the audit log', async () => {
  const door = await openDoor();
  const other = await createEvent(door.ctx);
  const { id, code } = await createTicket(door.ctx, { userId: door.guest.id, eventId: other.id });
  const main = await openScannerDevice(door, 'Main');
  expect((await main.upload(main.scan({ code }))).outcomes).toMatchObject([{ result: 'refused', reason: 'other_event' }]);
  expect((await main.upload(main.scan({ code, answered: ['other_event'] }))).outcomes).toMatchObject([{ reason: 'admitted_other_event' }]);
  expect(await isUsed(door, id)).toBe(true);
  expect(await auditOf(door, 'door.override')).toHaveLength(1);
});
