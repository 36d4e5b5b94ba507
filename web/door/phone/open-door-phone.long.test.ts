import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import { openDB } from 'idb';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { events } from '#server/content/content.table.ts';
import { refreshKeys } from '#server/platform/kept-keys.ts';
import { replaceTicketCodes } from '#server/sales/tickets/new-codes.service.ts';
import { signTicketCode } from '#server/sales/tickets/ticket-code.ts';
import type { ScannerDeviceRight } from '#shared/door/scanner-devices.ts';
import { createScannerDevice, openScannerDevice } from '#tests/factories/door-phone.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { isUsed, openDoor, type OpenDoor, scansOf } from '#tests/factories/door.ts';
import { type DoorPhone, openDoorPhone } from './open-door-phone.ts';

type Held = { url: string; part: 'call' | 'answer'; text: string };

/**
 * A phone whose network can be cut, or can hold calls (or answers) to one address with a given text until `release`. Its storage is named,
 * so that another page can open it again.
 */
async function newPhone(
  door: OpenDoor,
  { storeName = randomUUID(), isCut = false, held }: { storeName?: string; isCut?: boolean; held?: Held } = {},
) {
  const gate = Promise.withResolvers<void>();
  const phone = openDoorPhone({
    storeName,
    liveMs: 10_000,
    clocks: { wall: () => door.clock.now().getTime(), steady: () => performance.now() },
    fetchAnswer: async (url, init) => {
      if (isCut) throw new TypeError('Failed to fetch');
      const isHeld = held !== undefined && url.startsWith(held.url) && String(init.body).includes(held.text);
      if (isHeld && held?.part === 'call') await gate.promise;
      const answer = await fetch(door.url + url, init);
      // A call for changes that waits at the server ends with the network too.
      if (isCut && !isHeld) throw new TypeError('Failed to fetch');
      if (isHeld) await gate.promise;
      return answer;
    },
  });
  onTestFinished(() => phone.close());
  await until(phone, ({ phase }) => phase !== 'loading');
  return {
    phone,
    storeName,
    cut: (is: boolean) => void (isCut = is),
    release: gate.resolve,
    hold: (url: string, part: 'call' | 'answer', text = '') => void (held = { url, part, text }),
  };
}

/** Everything stored on a phone. */
async function stored(storeName: string) {
  const db = await openDB(storeName);
  const [rows, scans, single] = await Promise.all([db.getAll('rows'), db.getAll('scans'), db.getAll('single')]);
  db.close();
  return { rows, scans, single };
}

const until = (phone: DoorPhone, isSo: (state: ReturnType<DoorPhone['getState']>) => boolean) =>
  expect.poll(() => isSo(phone.getState()), { timeout: 15_000, interval: 25 }).toBe(true);

type Pairing = { hears?: 'all' | 'no changes'; rights?: ScannerDeviceRight[] };

async function pairedPhone(door: OpenDoor, { hears = 'all', rights }: Pairing = {}) {
  const made = await newPhone(door);
  if (hears === 'no changes') made.hold('/api/door/changes', 'answer');
  const { secret, staff, scannerDeviceId } = await createScannerDevice(door, { eventId: door.event.id, ...(rights && { rights }) });
  await made.phone.pair(secret);
  await until(made.phone, ({ head, connectivity }) => head !== undefined && connectivity === 'live');
  return { ...made, staff, scannerDeviceId };
}

test('a phone pairs, admits a guest by name with the server, and refuses the same code afterwards', async () => {
  const door = await openDoor();
  const { phone } = await pairedPhone(door);
  const verdict = await phone.scan(door.ticket.code, 'in');
  expect(verdict).toMatchObject({ verdict: 'admit', reason: 'valid', decidedBy: 'server', guest: { firstName: expect.any(String) } });
  await until(phone, ({ inside, unsent }) => inside === 1 && unsent === 0);
  expect(await phone.scan(door.ticket.code, 'in')).toMatchObject({ verdict: 'refuse', reason: 'ticket_used', decidedBy: 'phone' });
  expect(await phone.scan('https://example.com', 'in')).toMatchObject({ verdict: 'refuse', reason: 'code_tampered' });
});

test('a phone hears of a new ticket key: its list is the new one alone, and it refuses the old code by name', async () => {
  const door = await openDoor({ isFresh: true });
  const { phone, cut, storeName } = await pairedPhone(door);
  const before = phone.getState().head?.publicKey;
  await replaceTicketCodes(door.ctx);
  await refreshKeys(door.ctx);
  await until(phone, ({ head }) => head !== undefined && head.publicKey !== before);
  cut(true);
  expect((await stored(storeName)).rows).toHaveLength(1);
  expect(await phone.scan(door.ticket.code, 'in')).toMatchObject({ verdict: 'refuse', reason: 'code_replaced', decidedBy: 'phone' });
  const code = signTicketCode(door.ctx.keys, door.ticket);
  expect(await phone.scan(code, 'in')).toMatchObject({ verdict: 'admit', reason: 'valid', guest: { firstName: 'Nino' } });
  cut(false);
  await until(phone, ({ unsent, inside }) => unsent === 0 && inside === 1);
});

test('a phone alone does not admit a ticket that its fresh list lacks, and the server hears so', async () => {
  const door = await openDoor({ isFresh: true });
  const { phone, cut } = await pairedPhone(door);
  await until(phone, ({ listAt }) => listAt !== undefined);
  cut(true);
  const { code } = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  expect(await phone.scan(code, 'out')).toMatchObject({ verdict: 'noted' });
  const alone = { verdict: 'refuse', reason: 'not_listed', decidedBy: 'phone' };
  expect(await phone.scan(code, 'in')).toMatchObject(alone);
  cut(false);
  await until(phone, ({ unsent }) => unsent === 0);
  expect(await scansOf(door)).not.toContainEqual(expect.objectContaining({ result: 'accepted' }));
});

test('with a network the server is asked about a ticket that the list lacks', async () => {
  const door = await openDoor();
  const { phone } = await pairedPhone(door, { hears: 'no changes' });
  const { code } = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  expect(await phone.scan(code, 'in')).toMatchObject({ verdict: 'admit', reason: 'valid', decidedBy: 'server' });
});

test('a typed number of another event names that event', async () => {
  const door = await openDoor();
  const { phone } = await pairedPhone(door);
  const other = await createEvent(door.ctx, { nameLat: 'Karkhana' });
  const { id } = await createTicket(door.ctx, { userId: door.guest.id, eventId: other.id });
  expect(await phone.scanNumber(id, 'in')).toMatchObject({ verdict: 'ask', reason: 'other_event', event: { nameLat: 'Karkhana' } });
});

test('with a network the server is asked before a code is called forged', async () => {
  const door = await openDoor();
  const { phone, cut } = await pairedPhone(door, { hears: 'no changes' });
  const other = await createEvent(door.ctx, { nameLat: 'Made since' });
  const { code } = await createTicket(door.ctx, { userId: door.guest.id, eventId: other.id });
  const otherEvent = { verdict: 'ask', reason: 'other_event', decidedBy: 'server', event: { nameLat: 'Made since' } };
  expect(await phone.scan(code, 'in')).toMatchObject(otherEvent);
  const forged = door.ticket.code.replace(`Ticket ID: ${door.ticket.id}`, `Ticket ID: ${door.ticket.id + 1}`);
  expect(await phone.scan(forged, 'in')).toMatchObject({ verdict: 'refuse', reason: 'code_tampered', decidedBy: 'server' });
  cut(true);
  expect(await phone.scan(code, 'in')).toMatchObject({ reason: 'code_tampered', decidedBy: 'phone' });
});

test('two phones without a network admit one ticket twice, and both show it when the network is back', async () => {
  const door = await openDoor();
  const [main, side] = [await pairedPhone(door), await pairedPhone(door)];
  main.cut(true);
  side.cut(true);
  for (const { phone } of [main, side])
    expect(await phone.scan(door.ticket.code, 'in')).toMatchObject({ verdict: 'admit', decidedBy: 'phone' });
  expect(await main.phone.scan(door.ticket.code, 'in')).toMatchObject({ verdict: 'refuse', reason: 'ticket_used' });
  main.cut(false);
  side.cut(false);
  for (const { phone } of [main, side]) {
    // The people inside are counted slightly before or after the conflicts.
    await until(phone, ({ conflicts, unsent, inside }) => conflicts.length === 1 && unsent === 0 && inside === 2);
    expect(phone.getState().conflicts[0]).toMatchObject({ reason: 'ticket_used' });
    expect(phone.getState().conflicts[0]?.admissions).toHaveLength(2);
    await phone.acknowledge(phone.getState().conflicts[0]?.id ?? 0);
    expect(phone.getState().conflicts).toEqual([]);
  }
});

test('two phones alone with three places left let in three each, count at once, and both say so afterwards', async () => {
  const door = await openDoor();
  await door.ctx.db.update(events).set({ licensed: 3 }).where(eq(events.id, door.event.id));
  const codes: string[] = [];
  for (let place = 0; place < 10; place += 1)
    codes.push((await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id })).code);
  const rights: ScannerDeviceRight[] = ['scan', 'walk_up'];
  const phones = [await pairedPhone(door, { rights }), await pairedPhone(door, { rights })];
  for (const { cut } of phones) cut(true);
  // Tickets sold before the list was read.
  for (const [place, { phone }] of phones.entries()) {
    const reasons = [];
    for (const code of codes.slice(place * 5, place * 5 + 5)) reasons.push((await phone.scan(code, 'in')).reason);
    expect(reasons).toEqual(['valid', 'valid', 'valid', 'full', 'full']);
    expect(phone.getState().inside).toBe(3);
    await phone.count('plus');
    expect(phone.getState().inside).toBe(4);
  }
  for (const { cut } of phones) cut(false);
  for (const { phone } of phones) {
    await until(phone, ({ inside, conflicts, unsent }) => inside === 8 && conflicts.length === 3 && unsent === 0);
    expect(phone.getState().conflicts.map(({ reason }) => reason)).toEqual(['full', 'full', 'full']);
  }
});

test('a page that is killed without a network loses no scan, and the next one sends it', async () => {
  const door = await openDoor();
  const first = await pairedPhone(door);
  first.cut(true);
  await first.phone.scan(door.ticket.code, 'in');
  first.phone.close();
  const second = await newPhone(door, { storeName: first.storeName });
  await until(
    second.phone,
    ({ phase, unsent, connectivity, inside }) => phase === 'ready' && unsent === 0 && connectivity === 'live' && inside === 1,
  );
  expect(await second.phone.scan(door.ticket.code, 'in')).toMatchObject({ reason: 'ticket_used' });
});

test('an undo frees the ticket, and a typed number is decided by the server alone', async () => {
  const door = await openDoor();
  const { phone, cut } = await pairedPhone(door);
  const { scanId } = await phone.scan(door.ticket.code, 'in');
  await phone.undo(scanId);
  await until(phone, ({ inside, unsent }) => inside === 0 && unsent === 0);
  expect(await phone.scanNumber(door.ticket.id, 'in')).toMatchObject({
    verdict: 'admit',
    decidedBy: 'server',
    guest: { firstName: expect.any(String) },
  });
  cut(true);
  await expect(phone.scanNumber(door.ticket.id, 'in')).rejects.toMatchObject({ status: 0 });
});

test('a guest who came in by a typed number does not come in by the code, also before the next list', async () => {
  const door = await openDoor();
  const { phone, cut } = await pairedPhone(door, { hears: 'no changes' });
  expect(await phone.scanNumber(door.ticket.id, 'in')).toMatchObject({ verdict: 'admit' });
  cut(true);
  expect(await phone.scan(door.ticket.code, 'in')).toMatchObject({ verdict: 'refuse', reason: 'ticket_used', decidedBy: 'phone' });
});

test('a revoked phone sends what it has before it ends, and forgets everything with leave', async () => {
  const door = await openDoor();
  const { phone, cut, staff, scannerDeviceId } = await pairedPhone(door);
  cut(true);
  await phone.scan(door.ticket.code, 'in');
  await staff.revoke({ id: scannerDeviceId });
  cut(false);
  await until(phone, ({ phase, unsent }) => phase === 'ended' && unsent === 0);
  await wait(50);
  await phone.leave();
  expect(phone.getState()).toMatchObject({ phase: 'ended', head: undefined, scannerDevice: undefined });
});

test('what is unsent lies on the phone without the code, the names and the numbers of its guest', async () => {
  const door = await openDoor();
  const { phone, cut, storeName } = await pairedPhone(door);
  cut(true);
  const { guest } = await phone.scan(door.ticket.code, 'in');
  expect(phone.getState().unsent).toBe(1);
  const onDisk = await stored(storeName);
  const asBytes = (_: unknown, value: unknown) => (value instanceof ArrayBuffer ? Buffer.from(value).toString('latin1') : value);
  const dump = inspect(onDisk, { depth: 20, maxArrayLength: null, maxStringLength: null }) + JSON.stringify(onDisk, asBytes);
  expect(dump).toContain('isAcknowledged');
  const signature = door.ticket.code.split('V1.')[1] ?? '';
  for (const secret of ['User ID', signature.slice(0, 20), guest?.firstName, guest?.lastName, guest?.birthdate, String(door.ticket.id)])
    expect(dump).not.toContain(secret ?? 'no guest');
});

test('a question that a killed page left is decided at the time of the scan that shows its verdict', async () => {
  const door = await openDoor();
  const first = await pairedPhone(door);
  first.hold('/api/door/scans', 'call');
  void first.phone.scan(door.ticket.code, 'in').catch(() => undefined);
  await expect.poll(async () => (await stored(first.storeName)).scans).toHaveLength(1);
  first.phone.close();
  door.clock.advanceMinutes(7);
  const second = await newPhone(door, { storeName: first.storeName, isCut: true });
  expect(await second.phone.scan(door.ticket.code, 'in')).toMatchObject({ verdict: 'admit', decidedBy: 'phone' });
  second.cut(false);
  await until(second.phone, ({ unsent }) => unsent === 0);
  expect(await scansOf(door)).toMatchObject([{ result: 'accepted', decidedBy: 'phone', decidedAt: door.clock.now() }]);
});

test('a guest whom the server admitted for a killed page is let in when the code comes again, and once', async () => {
  const door = await openDoor();
  const first = await pairedPhone(door);
  first.hold('/api/door/scans', 'answer');
  void first.phone.scan(door.ticket.code, 'in').catch(() => undefined);
  await expect.poll(() => scansOf(door)).toHaveLength(1);
  first.phone.close();
  const second = await newPhone(door, { storeName: first.storeName });
  await until(second.phone, ({ unsent, connectivity }) => unsent === 0 && connectivity === 'live');
  expect(await second.phone.scan(door.ticket.code, 'in')).toMatchObject({ verdict: 'admit', reason: 'valid', decidedBy: 'server' });
  expect(await second.phone.scan(door.ticket.code, 'in')).toMatchObject({ verdict: 'refuse', reason: 'ticket_used' });
  expect((await scansOf(door)).filter(({ result }) => result === 'accepted')).toHaveLength(1);
});

test('a guest whom the server admitted for a killed page is let in although the list says so before the answer', async () => {
  const door = await openDoor();
  const first = await pairedPhone(door);
  first.hold('/api/door/scans', 'answer');
  void first.phone.scan(door.ticket.code, 'in').catch(() => undefined);
  await expect.poll(() => scansOf(door)).toHaveLength(1);
  first.phone.close();
  const second = await newPhone(door, { storeName: first.storeName, held: { url: '/api/door/scans', part: 'call', text: '"scans":[{' } });
  // The offline manifest has the used ticket.
  await until(second.phone, ({ inside, connectivity, unsent }) => inside === 1 && connectivity === 'live' && unsent === 1);
  const verdict = second.phone.scan(door.ticket.code, 'in');
  await wait(200);
  second.release();
  expect(await verdict).toMatchObject({ verdict: 'admit', reason: 'valid', decidedBy: 'server' });
  expect(await second.phone.scan(door.ticket.code, 'in')).toMatchObject({ verdict: 'refuse', reason: 'ticket_used' });
});

test('a typed number whose answer is lost leaves the ticket unused', async () => {
  const door = await openDoor();
  const { phone, hold, release } = await pairedPhone(door);
  hold('/api/door/scans', 'answer', 'ticketId');
  await expect(phone.scanNumber(door.ticket.id, 'in')).rejects.toMatchObject({ status: 0 });
  expect(await isUsed(door, door.ticket.id)).toBe(true);
  release();
  await until(phone, ({ unsent }) => unsent === 0);
  await expect.poll(() => isUsed(door, door.ticket.id)).toBe(false);
});

test('without undo, a ticket that the list lacks and whose answer is lost is left unused', async () => {
  const door = await openDoor();
  const { phone, hold, release } = await pairedPhone(door, { hears: 'no changes', rights: ['scan'] });
  const { id, code } = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  hold('/api/door/scans', 'answer', '"decidedBy":"server"');
  expect(await phone.scan(code, 'in')).toMatchObject({ verdict: 'refuse', reason: 'not_listed', decidedBy: 'phone' });
  await expect.poll(() => isUsed(door, id)).toBe(true);
  release();
  await until(phone, ({ unsent }) => unsent === 0);
  await expect.poll(() => isUsed(door, id)).toBe(false);
  const side = await openScannerDevice(door, 'Side');
  expect(await side.upload(side.scan({ code }))).toMatchObject({ outcomes: [{ result: 'accepted', reason: 'valid' }] });
});

test('a list that arrives after the phone was unpaired is not stored', async () => {
  const door = await openDoor();
  const { phone, storeName, hold, release } = await newPhone(door);
  hold('/api/door/offline-manifest', 'answer');
  const { secret } = await createScannerDevice(door, { eventId: door.event.id });
  await phone.pair(secret);
  await phone.leave();
  release();
  await wait(500);
  expect(await stored(storeName)).toEqual({ rows: [], scans: [], single: [] });
});
