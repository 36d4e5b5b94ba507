import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { events } from '#server/content/content.table.ts';
import { ScanReceipt, SCANS_PER_UPLOAD } from '#shared/door/device-scan.schemas.ts';
import { lookupKeyOf } from '#shared/door/encrypted-row.ts';
import { pairPhone } from '#tests/factories/door-phone.ts';
import { type OpenDoor, openDoor, scansOf } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';

/** A phone that uploads any given body over HTTP. */
async function openUploads(door: OpenDoor) {
  const { call, staff } = await pairPhone(door, { eventId: door.event.id, rights: ['scan', 'reject', 'walk_up'] });
  let sequence = 0;
  const scan = (given: object = {}) => {
    sequence += 1;
    const at = door.clock.now().toISOString();
    const code = door.ticket.code;
    return { scanId: randomUUID(), sequence, kind: 'in', code, at, offsetMs: 0, uncertaintyMs: 300, decidedBy: 'server', ...given };
  };
  const upload = async (scans: readonly object[], report?: object): Promise<ScanReceipt> => {
    const answer = await call({ method: 'POST', path: '/api/door/scans', body: { scans, ...(report && { report }) } });
    expect(answer).toMatchObject({ status: 200 });
    return ScanReceipt.parse(answer.body);
  };
  const said = async (scans: readonly object[]) => (await upload(scans)).outcomes.map(({ result, reason }) => `${result} ${reason}`);
  return { scan, upload, said, staff };
}

test('an upload of 200 full scans is taken', async () => {
  const door = await openDoor();
  const { scan, said } = await openUploads(door);
  const shown = { result: 'accepted', reason: 'valid' };
  const offlineManifestVersion = door.clock.now().toISOString();
  const scans = Array.from({ length: SCANS_PER_UPLOAD }, () =>
    scan({ decidedBy: 'phone', shown, offlineManifestVersion, code: 'x'.repeat(5_000) }),
  );
  expect(await said(scans)).toEqual(scans.map(() => 'conflict code_tampered'));
});

test('one bad scan never holds the others up', async () => {
  const door = await openDoor();
  const { scan, said } = await openUploads(door);
  const day = 86_400_000;
  const scans = [
    scan({ code: `${door.ticket.code}\u0000\u0007` }),
    scan({ kind: 'dance' }),
    scan({ at: 'yesterday', code: { text: 1 } }),
    scan({ decidedBy: 'phone', shown: { result: 'accepted', reason: 'because' } }),
    scan({ decidedBy: 'phone' }),
    scan({ kind: 'plus', code: undefined, offsetMs: -5 * day, uncertaintyMs: 9 * day, decidedBy: 'phone' }),
    scan(),
  ];
  const expected = [
    'refused code_tampered',
    'impossible unreadable',
    'impossible unreadable',
    'impossible unreadable',
    'impossible unreadable',
    'noted plus',
    'accepted valid',
  ];
  expect(await said(scans)).toEqual(expected);
  expect(await said(scans), 'again').toEqual(expected);
  expect((await scansOf(door)).at(-2)).toMatchObject({ offsetMs: -day, uncertaintyMs: day });
});

test('a phone says how it is, and the list of devices shows it', async () => {
  const door = await openDoor();
  const { scan, upload, staff } = await openUploads(door);
  const listAt = '2026-11-21T22:50:00+04:00';
  await upload([scan(), scan({ kind: 'reject' })], { unsent: 4, offlineManifestVersion: listAt, offsetMs: 1_200, uncertaintyMs: 80 });
  const scannerDeviceOf = async () => (await staff.list({ eventId: door.event.id })).scannerDevices[0];
  expect(await scannerDeviceOf()).toMatchObject({ unsent: 4, listAt, offsetMs: 1_200, scans: 2, lately: 2, refused: 1 });
  door.clock.advanceMinutes(2);
  await upload([]);
  expect(await scannerDeviceOf()).toMatchObject({ unsent: 4, listAt, scans: 2, lately: 0 });
});

test('a used ticket says where and when, and a typed number whose it is', async () => {
  const door = await openDoor();
  const { scan, upload } = await openUploads(door);
  const [first, second] = (await upload([scan({ code: undefined, ticketId: door.ticket.id }), scan()])).outcomes;
  expect(first).toMatchObject({
    result: 'accepted',
    used: null,
    guest: { firstName: 'Nino', lastName: 'Beridze', birthdate: '1998-04-12' },
    key: await lookupKeyOf(door.ticket.code),
  });
  const used = { door: 'Main 1', at: '2026-11-21T23:04:00+04:00', uncertaintyMs: 300 };
  expect(second).toMatchObject({ result: 'refused', reason: 'ticket_used', used, guest: null, key: null });
});

test('a typed number of another event names that event, and no draft', async () => {
  const door = await openDoor();
  const { scan, upload } = await openUploads(door);
  const other = await createEvent(door.ctx, { nameLat: 'Karkhana' });
  const { id: ticketId } = await createTicket(door.ctx, { userId: door.guest.id, eventId: other.id });
  const type = async () => (await upload([scan({ code: undefined, ticketId })])).outcomes[0];
  expect(await type()).toMatchObject({ reason: 'other_event', event: { id: other.id, nameLat: 'Karkhana', state: 'published' } });
  await door.ctx.db.update(events).set({ state: 'draft' }).where(eq(events.id, other.id));
  expect(await type()).toMatchObject({ reason: 'other_event', event: null });
});

test('whose a typed number is nobody hears before the door is near', async () => {
  const door = await openDoor();
  const { scan, upload } = await openUploads(door);
  const moveTo = (startsAt: string) =>
    door.ctx.db
      .update(events)
      .set({ startsAt: new Date(startsAt), endsAt: new Date('2026-11-23T07:00:00+04:00') })
      .where(eq(events.id, door.event.id));
  const guestsOf = async () => {
    const typed = { code: undefined, ticketId: door.ticket.id };
    const { outcomes } = await upload(['out', 'reject', 'in'].map((kind) => scan({ ...typed, kind })));
    return outcomes.map(({ guest }) => guest?.lastName);
  };
  await moveTo('2026-11-22T11:05:00+04:00');
  expect(await guestsOf()).toEqual([undefined, undefined, undefined]);
  await moveTo('2026-11-22T11:03:00+04:00');
  expect(await guestsOf()).toEqual(['Beridze', 'Beridze', 'Beridze']);
});
