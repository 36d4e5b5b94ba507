import 'fake-indexeddb/auto';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import type { Question } from '#shared/door/questions.ts';
import { createScannerDevice, openScannerDevice } from '#tests/factories/door-phone.ts';
import { isUsed, type OpenDoor, openDoor, scansOf } from '#tests/factories/door.ts';
import { createEvent } from '#tests/factories/events.ts';
import { addGuestList } from '#tests/factories/guest-lists.ts';
import { openPage } from '#tests/factories/phone-page.ts';
import type { Explanation } from './door-phone.ts';
import { openDoorPhone } from './open-door-phone.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser } from '#tests/factories/users.ts';

const answerTo = async (explained: Promise<Explanation>) => (await explained).refund;

/** A paired phone whose network can be cut. */
async function pairedPhone(door: OpenDoor) {
  const { phone, line, until } = await openPage(door, randomUUID());
  const { secret } = await createScannerDevice(door, { eventId: door.event.id, rights: ['scan', 'reject', 'undo', 'search'] });
  await phone.pair(secret);
  await until(({ head, connectivity }) => head !== undefined && connectivity === 'live');
  return { phone, until, cut: () => void (line.isCut = true), hold: () => void (line.isHeld = true) };
}

test('a minor and a guest in doubt are admitted only after a person decided, and nothing is stored before', async () => {
  const door = await openDoor();
  const young = await createUser(door.ctx, { birthdate: '2011-04-12' });
  const doubtful = await createUser(door.ctx, { status: 'Rejected' });
  const [minor, other] = [
    await createTicket(door.ctx, { userId: young.id, eventId: door.event.id }),
    await createTicket(door.ctx, { userId: doubtful.id, eventId: door.event.id }),
  ];
  const { phone } = await pairedPhone(door);
  expect(await phone.scan(minor.code, 'in')).toMatchObject({ verdict: 'ask', reason: 'under_18', scanId: '' });
  expect(await phone.scanNumber(other.id, 'in')).toMatchObject({ verdict: 'ask', reason: 'doubtful', guest: { status: 'Rejected' } });
  expect(await scansOf(door)).toEqual([]);
  expect(await phone.scan(minor.code, 'in', ['under_18'])).toMatchObject({ verdict: 'admit', reason: 'valid' });
  expect(await phone.scanNumber(other.id, 'reject')).toMatchObject({ verdict: 'reject' });
  expect([await isUsed(door, minor.id), await isUsed(door, other.id)]).toEqual([true, false]);
});

test('each question has its own answer: a minor whom a door denied is asked about twice', async () => {
  const door = await openDoor();
  const young = await createUser(door.ctx, { birthdate: '2011-04-12' });
  const { id, code } = await createTicket(door.ctx, { userId: young.id, eventId: door.event.id });
  const { phone } = await pairedPhone(door);
  const main = await openScannerDevice(door, 'Main');
  await main.upload(main.scan({ code, kind: 'reject', decidedBy: 'phone' }));
  await expect.poll(async () => (await phone.scan(code, 'info')).reason, { timeout: 15_000 }).toBe('rejected_before');
  for (const scan of [
    (...answered: Question[]) => phone.scan(code, 'in', answered),
    (...answered: Question[]) => phone.scanNumber(id, 'in', answered),
  ]) {
    expect(await scan('under_18')).toMatchObject({ verdict: 'ask', reason: 'rejected_before' });
    expect(await scan('rejected_before')).toMatchObject({ verdict: 'ask', reason: 'under_18' });
  }
  expect(await phone.scan(code, 'in', ['rejected_before', 'under_18'])).toMatchObject({ verdict: 'admit', reason: 'admitted_rejected' });
});

test('what the phone had not heard of is asked after its own question was answered', async () => {
  const door = await openDoor();
  const young = await createUser(door.ctx, { birthdate: '2011-04-12' });
  const { code } = await createTicket(door.ctx, { userId: young.id, eventId: door.event.id });
  const { phone, hold } = await pairedPhone(door);
  hold();
  const main = await openScannerDevice(door, 'Main');
  await main.upload(main.scan({ code, kind: 'reject', decidedBy: 'phone' }));
  expect(await phone.scan(code, 'in')).toMatchObject({ verdict: 'ask', reason: 'under_18' });
  expect(await phone.scan(code, 'in', ['under_18'])).toMatchObject({
    verdict: 'ask',
    reason: 'rejected_before',
    rejection: { door: 'Main' },
  });
});

test('alone, too, a ticket of another event and a full list come in only by a decision', async () => {
  const door = await openDoor();
  const friday = await createEvent(door.ctx, { nameLat: 'Friday' });
  const { code } = await createTicket(door.ctx, { userId: door.guest.id, eventId: friday.id });
  const { entryIds } = await addGuestList(door.ctx, door.event.id, { freeUntil: door.clock.now(), entries: [{}] });
  const entryId = entryIds[0] ?? 0;
  const { phone, until, cut } = await pairedPhone(door);
  await until(({ listed }) => listed.length === 1);
  cut();
  expect(await phone.scan(code, 'in')).toMatchObject({ verdict: 'ask', reason: 'other_event', event: { nameLat: 'Friday' } });
  expect(await phone.admitEntry(entryId, 1)).toMatchObject({ verdict: 'ask', reason: 'free_until_over' });
  expect(phone.getState().unsent).toBe(0);
  expect(await phone.scan(code, 'in', ['other_event'])).toMatchObject({
    verdict: 'admit',
    reason: 'admitted_other_event',
    decidedBy: 'phone',
  });
  expect(await phone.admitEntry(entryId, 1, ['free_until_over'])).toMatchObject({ verdict: 'admit', reason: 'admitted_free_until_over' });
  expect(phone.getState()).toMatchObject({ unsent: 2, inside: 2 });
});

test('a guest rejected at another door is question about, alone as well, and a look stores nothing', async () => {
  const door = await openDoor();
  const { phone, cut } = await pairedPhone(door);
  const main = await openScannerDevice(door, 'Main');
  await main.upload(main.scan({ kind: 'reject', decidedBy: 'phone', because: 'drunk' }));
  await expect.poll(async () => (await phone.scan(door.ticket.code, 'info')).reason, { timeout: 15_000 }).toBe('rejected_before');
  cut();
  const question = { verdict: 'ask', reason: 'rejected_before', rejection: { door: 'Main', reason: 'drunk' } };
  expect(await phone.scan(door.ticket.code, 'in')).toMatchObject(question);
  expect(phone.getState().unsent).toBe(0);
  expect(await phone.scan(door.ticket.code, 'in', ['rejected_before'])).toMatchObject({ verdict: 'admit', reason: 'admitted_rejected' });
});

test('a used ticket says at which door it was used, alone as well', async () => {
  const door = await openDoor();
  const { phone, cut } = await pairedPhone(door);
  const main = await openScannerDevice(door, 'Main');
  await main.upload(main.scan());
  await expect.poll(async () => (await phone.scan(door.ticket.code, 'info')).reason, { timeout: 15_000 }).toBe('ticket_used');
  cut();
  expect(await phone.scan(door.ticket.code, 'in')).toMatchObject({ reason: 'ticket_used', used: { door: 'Main' } });
});

test('a minor who bought after the phone went alone is on a card once the name arrives, with the name', async () => {
  const door = await openDoor();
  const line = { isCut: false, hears: Promise.withResolvers<void>() };
  const now = () => door.clock.now().getTime();
  const phone = openDoorPhone({
    storeName: randomUUID(),
    clocks: { wall: now, steady: now },
    fetchAnswer: async (url, init) => {
      if (line.isCut) throw new TypeError('Failed to fetch');
      const answer = await fetch(door.url + url, init);
      if (url.startsWith('/api/door/changes')) await line.hears.promise;
      return answer;
    },
  });
  onTestFinished(() => phone.close());
  const until = (isSo: (state: ReturnType<typeof phone.getState>) => boolean) =>
    expect.poll(() => isSo(phone.getState()), { timeout: 15_000, interval: 25 }).toBe(true);
  await until(({ phase }) => phase === 'unpaired');
  await phone.pair((await createScannerDevice(door, { eventId: door.event.id })).secret);
  await until(({ head }) => head !== undefined);
  line.isCut = true;
  const young = await createUser(door.ctx, { firstName: 'Ana', birthdate: '2011-04-12' });
  const { code } = await createTicket(door.ctx, { userId: young.id, eventId: door.event.id });
  door.clock.advanceMinutes(5);
  expect(await phone.scan(code, 'in')).toMatchObject({ verdict: 'admit', reason: 'valid', guest: undefined });
  line.isCut = false;
  line.hears.resolve();
  await until(({ conflicts }) => conflicts[0]?.guest !== undefined);
  expect(phone.getState().conflicts).toMatchObject([{ reason: 'late_under_18', guest: { firstName: 'Ana', birthdate: '2011-04-12' } }]);
});

test('staff change the rights of a paired phone, and it has them and the names at once', async () => {
  const door = await openDoor();
  await addGuestList(door.ctx, door.event.id, { entries: [{}] });
  const { phone, until } = await openPage(door, randomUUID());
  const { secret, staff, scannerDeviceId } = await createScannerDevice(door, { eventId: door.event.id, rights: ['scan'] });
  await phone.pair(secret);
  await until(({ head, connectivity }) => head !== undefined && connectivity === 'live');
  expect(phone.getState().listed).toEqual([]);
  await staff.setRights({ id: scannerDeviceId, body: { rights: ['scan', 'lists'] } });
  await until(({ listed, scannerDevice }) => listed.length === 1 && scannerDevice?.rights.join() === 'scan,lists');
  await staff.setRights({ id: scannerDeviceId, body: { rights: ['scan'] } });
  await until(({ listed }) => listed.length === 0);
});

test('a rejected guest is refunded a minute later where event and device allow it', async () => {
  const door = await openDoor();
  await door.ctx.db.update(events).set({ refusalRefunds: true }).where(eq(events.id, door.event.id));
  const { phone, until } = await openPage(door, randomUUID());
  const { secret } = await createScannerDevice(door, { eventId: door.event.id, rights: ['scan', 'reject', 'refund'] });
  await phone.pair(secret);
  await until(({ head, connectivity }) => head?.door.refunds === true && connectivity === 'live');
  const { scanId } = await phone.scan(door.ticket.code, 'reject');
  const { scanId: explained } = await phone.explain(scanId, 'no_id');
  expect(await answerTo(phone.explain(explained, 'no_id', 'no ID'))).toBe('promised');
  await until(({ unsent }) => unsent === 0);
  expect((await scansOf(door)).map(({ reason, refundReason }) => [reason, refundReason])).toEqual([
    ['rejected_by_staff', null],
    ['no_id', null],
    ['no_id', 'no ID'],
  ]);
});

test('a refund is promised only by the server, and one that it refuses is said, with the reason of the denial kept', async () => {
  const door = await openDoor();
  const other = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  const { phone, line, until } = await openPage(door, randomUUID());
  await phone.pair((await createScannerDevice(door, { eventId: door.event.id, rights: ['scan', 'reject', 'refund'] })).secret);
  await until(({ head, connectivity }) => head !== undefined && connectivity === 'live');
  const first = await phone.scan(door.ticket.code, 'reject');
  expect(await answerTo(phone.explain(first.scanId, 'drunk', 'drunk'))).toBe('refused');
  expect((await scansOf(door)).at(-1)).toMatchObject({ reason: 'drunk', refundReason: null });
  line.isCut = true;
  const second = await phone.scan(other.code, 'reject');
  expect(await answerTo(phone.explain(second.scanId, 'no_id', 'no ID'))).toBe('waiting');
  expect((await phone.acts()).map(({ refund, undoes }) => [refund, undoes])).toEqual([
    ['waiting', undefined],
    ['refused', 'act'],
  ]);
});

test('an undo of a denial whose refund the server refused takes the denial back, at the server too', async () => {
  const door = await openDoor();
  const { phone, until } = await openPage(door, randomUUID());
  await phone.pair((await createScannerDevice(door, { eventId: door.event.id, rights: ['scan', 'reject', 'undo', 'refund'] })).secret);
  await until(({ head, connectivity }) => head !== undefined && connectivity === 'live');
  const { scanId } = await phone.scan(door.ticket.code, 'reject');
  const explained = await phone.explain(scanId, 'drunk', 'drunk');
  expect(await explained.refund).toBe('refused');
  await phone.undo(explained.scanId);
  expect(await phone.acts()).toMatchObject([{ refund: 'refused', isUndone: true, undoes: undefined }]);
  await until(({ unsent }) => unsent === 0);
  expect((await scansOf(door)).at(-1)).toMatchObject({ kind: 'undo', reason: 'rejection_undone' });
  expect(await phone.scan(door.ticket.code, 'in')).toMatchObject({ verdict: 'admit', reason: 'valid' });
});

test('an undo of a promised refund stops it and keeps the denial, and the list of acts says so', async () => {
  const door = await openDoor();
  await door.ctx.db.update(events).set({ refusalRefunds: true }).where(eq(events.id, door.event.id));
  const { phone, until } = await openPage(door, randomUUID());
  await phone.pair((await createScannerDevice(door, { eventId: door.event.id, rights: ['scan', 'reject', 'undo', 'refund'] })).secret);
  await until(({ head, connectivity }) => head?.door.refunds === true && connectivity === 'live');
  const { scanId } = await phone.scan(door.ticket.code, 'reject');
  const explained = await phone.explain(scanId, 'no_id', 'no ID');
  expect(await explained.refund).toBe('promised');
  expect(await phone.acts()).toMatchObject([{ refund: 'promised', undoes: 'refund' }]);
  await phone.undo(explained.scanId);
  await until(({ unsent }) => unsent === 0);
  expect((await scansOf(door)).at(-1)).toMatchObject({ kind: 'undo', reason: 'refund_undone' });
  expect(await phone.acts()).toMatchObject([{ refund: 'stopped', isUndone: false, undoes: undefined }]);
  expect(await phone.scan(door.ticket.code, 'in')).toMatchObject({ verdict: 'ask', reason: 'rejected_before' });
});

test('neither the reason nor the next guest waits for the answer about a refund', async () => {
  const door = await openDoor();
  const other = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  const { phone, line, until } = await openPage(door, randomUUID());
  await phone.pair((await createScannerDevice(door, { eventId: door.event.id, rights: ['scan', 'reject', 'refund'] })).secret);
  await until(({ head, connectivity, unsent }) => head !== undefined && connectivity === 'live' && unsent === 0);
  const { scanId } = await phone.scan(door.ticket.code, 'reject');
  await until(({ unsent }) => unsent === 0);
  line.isMute = true;
  const order: string[] = [];
  const { scanId: refunded, refund } = await phone.explain(scanId, 'rejected_by_staff', 'denied');
  const answered = refund.then((state) => order.push(String(state)));
  await phone.explain(refunded, 'drunk', 'drunk').then(() => order.push('explained'));
  await phone.scan(other.code, 'in').then(({ verdict }) => order.push(verdict));
  await answered;
  expect(order).toEqual(['explained', 'admit', 'waiting']);
  line.isMute = false;
  await until(({ unsent }) => unsent === 0);
  expect((await scansOf(door)).flatMap(({ kind, reason }) => (kind === 'reject' ? reason : []))).toEqual([
    'rejected_by_staff',
    'rejected_by_staff',
    'drunk',
  ]);
});

test('with a network, too, a ticket of an event weeks away is asked about before anything is stored', async () => {
  const door = await openDoor();
  const far = await createEvent(door.ctx, { startsAt: new Date(door.clock.now().getTime() + 40 * 86_400_000) });
  const { code } = await createTicket(door.ctx, { userId: door.guest.id, eventId: far.id });
  const { phone } = await pairedPhone(door);
  expect(await phone.scan(code, 'in')).toMatchObject({ verdict: 'ask', reason: 'other_event', scanId: '' });
  expect([await scansOf(door), phone.getState().unsent]).toEqual([[], 0]);
});

test('what the phone did is listed with its guest, and a rejection with its reason can be undone', async () => {
  const door = await openDoor();
  await door.ctx.db.update(users).set({ firstName: 'Nino' }).where(eq(users.id, door.guest.id));
  const { phone, cut } = await pairedPhone(door);
  await expect.poll(async () => (await phone.scan(door.ticket.code, 'info')).guest?.firstName, { timeout: 15_000 }).toBe('Nino');
  cut();
  const { scanId } = await phone.scan(door.ticket.code, 'reject');
  await phone.explain(scanId, 'no_id');
  const [act] = await phone.acts();
  expect(await phone.acts()).toMatchObject([{ does: 'rejected', because: 'no_id', guest: { firstName: 'Nino' }, isUndone: false }]);
  expect(await phone.scan(door.ticket.code, 'in')).toMatchObject({ verdict: 'ask', reason: 'rejected_before' });
  await phone.undo(act?.scanId ?? '');
  expect(await phone.acts()).toMatchObject([{ isUndone: true }]);
  expect(await phone.scan(door.ticket.code, 'in')).toMatchObject({ verdict: 'admit' });
});

test('a ticket of another event that was admitted goes out, comes back and is used, alone as well', async () => {
  const door = await openDoor();
  await door.ctx.db.update(events).set({ exits: 'always' }).where(eq(events.id, door.event.id));
  const friday = await createEvent(door.ctx);
  const { id, code } = await createTicket(door.ctx, { userId: door.guest.id, eventId: friday.id });
  const { phone, until, cut } = await pairedPhone(door);
  expect(await phone.scan(code, 'out')).toMatchObject({ verdict: 'noted', reason: 'not_inside' });
  await until(({ unsent }) => unsent === 0);
  expect(await phone.scan(code, 'in', ['other_event'])).toMatchObject({ verdict: 'admit', decidedBy: 'server' });
  cut();
  expect(await phone.scan(code, 'in', ['other_event'])).toMatchObject({ verdict: 'refuse', reason: 'ticket_used' });
  expect(await phone.scan(code, 'out')).toMatchObject({ verdict: 'noted', reason: 'out' });
  expect(phone.getState().inside).toBe(0);
  expect(await phone.scan(code, 'in')).toMatchObject({ verdict: 'ask', reason: 'other_event' });
  expect(await phone.scan(code, 'in', ['other_event'])).toMatchObject({ verdict: 'admit', reason: 'back_in' });
  await until(({ unsent }) => unsent === 3);
  expect(await isUsed(door, id)).toBe(true);
});

test('a phone alone remembers that it denied a guest whose ticket was sold since', async () => {
  const door = await openDoor();
  const { phone, cut } = await pairedPhone(door);
  cut();
  const { code } = await createTicket(door.ctx, { userId: door.guest.id, eventId: door.event.id });
  door.clock.advanceMinutes(5);
  expect(await phone.scan(code, 'reject')).toMatchObject({ verdict: 'reject' });
  expect(await phone.scan(code, 'in')).toMatchObject({ verdict: 'ask', reason: 'rejected_before' });
});
