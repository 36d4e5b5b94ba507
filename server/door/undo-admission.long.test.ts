import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { brokenRules } from '#lab/trial/consistency.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { auditEntries } from '#server/platform/platform.table.ts';
import { countLockWaits } from '#tests/factories/open-transaction.ts';
import { openScannerDevice } from '#tests/factories/door-phone.ts';
import { createTicket } from '#tests/factories/tickets.ts';
import { createUser, signInAgain } from '#tests/factories/users.ts';
import { admit, isUsed, type OpenDoor, openDoor, outcomes, scansOf, turnAway } from '#tests/factories/door.ts';

const AT_ONCE = 20;
const NOTHING = { status: 409, body: { code: 'nothing_to_undo' } };

/** A door at which an account has just admitted the guest. */
async function openLetIn(options: Parameters<typeof openDoor>[0] = {}) {
  const door = await openDoor(options);
  const letIn = async () => {
    const scanId = randomUUID();
    await door.scan({ ...admit, scanId });
    return scanId;
  };
  const { door: api } = door.api(door.admin.accessToken);
  return { ...door, letIn, undo: (scanId: string) => api.undo({ body: { scanId } }) };
}

const tonightOf = ({ api, admin, event }: OpenDoor) => api(admin.accessToken).staffTonight.show({ eventId: event.id });

test('a wrong admission is taken back: the ticket is good again, both stay in the history, and the log says who did it', async () => {
  const door = await openLetIn();
  const scanId = await door.letIn();
  expect(await tonightOf(door)).toMatchObject({ figures: { inside: 1 }, decisions: [{ undo: scanId, isUndone: false }] });
  expect(await door.undo(scanId)).toEqual({ isUnused: true });
  expect(await isUsed(door, door.ticket.id)).toBe(false);
  expect(await tonightOf(door)).toMatchObject({ figures: { inside: 0 }, decisions: [{ result: 'accepted', undo: null, isUndone: true }] });
  expect(await scansOf(door)).toMatchObject([
    { kind: 'in', result: 'accepted', staffId: door.admin.id },
    { kind: 'undo', result: 'noted', reason: 'freed', staffId: door.admin.id, undoneScanId: scanId, eventId: null },
  ]);
  expect(await door.ctx.db.select().from(auditEntries)).toMatchObject([
    { action: 'door.undo', staffId: door.admin.id, subject: `ticket ${door.ticket.id}` },
  ]);
  await door.letIn();
  expect(await isUsed(door, door.ticket.id)).toBe(true);
  expect((await scansOf(door)).map(({ visit }) => visit)).toEqual([1, 1, 2]);
  expect(await faultsOf(door)).toEqual([]);
});

test('an admission of long ago is found by the name in either script or the ticket, and taken back', async () => {
  const door = await openLetIn();
  const scanId = await door.letIn();
  for (let guest = 0; guest < 22; guest += 1) {
    const other = await createUser(door.ctx, { firstName: 'Luka', lastName: 'Drift' });
    const ticket = await createTicket(door.ctx, { userId: other.id, eventId: door.event.id });
    door.clock.advanceMinutes(0.1);
    await door.scan({ ...admit, ticketId: ticket.id });
  }
  const { staffTonight } = door.api(await signInAgain(door.ctx, door.admin.id));
  const search = (text: string, more: { before?: number; limit?: number } = {}) =>
    staffTonight.decisions({ body: { eventId: door.event.id, search: text, ...more } });
  expect((await staffTonight.show({ eventId: door.event.id })).decisions).toHaveLength(20);
  await door.ctx.db.update(tickets).set({ holderName: 'Salome Friend' }).where(eq(tickets.id, door.ticket.id));
  // The end of the number is what screens and paper show.
  for (const text of ['beridze nino', 'ბერიძე', 'salome', String(door.ticket.id), String(door.ticket.id).slice(-5)])
    expect((await search(text)).items).toMatchObject([{ undo: scanId, guest: { lastName: 'Beridze' } }]);
  expect(await search('nobody')).toEqual({ items: [], next: null });
  const first = await search('', { limit: 20 });
  const rest = await search('', { limit: 20, before: first.next ?? 0 });
  expect([first.items.length, rest.items.length, rest.next]).toEqual([20, 3, null]);
  expect(rest.items.at(-1)).toMatchObject({ undo: scanId });
  const { door: api } = door.api(await signInAgain(door.ctx, door.admin.id));
  expect(await api.undo({ body: { scanId } })).toEqual({ isUnused: true });
  expect((await search('beridze')).items).toMatchObject([{ undo: null, isUndone: true }]);
  await expect(staffTonight.decisions({ body: { eventId: 999, search: '' } })).rejects.toMatchObject({ status: 404 });
});

test('repeating it changes nothing, also after the guest came in with the ticket once more (I7)', async () => {
  const door = await openLetIn();
  const first = await door.letIn();
  for (let time = 0; time < 2; time += 1) expect(await door.undo(first)).toEqual({ isUnused: true });
  const second = await door.letIn();
  expect(await door.undo(first)).toEqual({ isUnused: false });
  expect(await isUsed(door, door.ticket.id)).toBe(true);
  expect(await door.ctx.db.$count(auditEntries)).toBe(1);
  expect(await door.undo(second)).toEqual({ isUnused: true });
});

test('what let nobody in cannot be taken back: an unknown scan, a refusal, one without an id', async () => {
  const door = await openLetIn();
  const turnedAway = randomUUID();
  await door.scan({ ...turnAway, scanId: turnedAway });
  for (const scanId of [randomUUID(), turnedAway]) await expect(door.undo(scanId)).rejects.toMatchObject(NOTHING);
  await door.scan(admit);
  expect((await tonightOf(door)).decisions.map(({ undo }) => undo)).toEqual([null, null]);
});

test('an admission by a phone is taken back too; one beyond it keeps the ticket used', async () => {
  const door = await openLetIn();
  const { upload, scan, alone } = await openScannerDevice(door);
  const [first, beyond] = [scan({}), alone({})];
  await upload(first, beyond);
  expect(await door.undo(first.scanId)).toEqual({ isUnused: false });
  expect(await isUsed(door, door.ticket.id)).toBe(true);
  expect(await door.undo(beyond.scanId)).toEqual({ isUnused: true });
  expect(await isUsed(door, door.ticket.id)).toBe(false);
  expect(await faultsOf(door)).toEqual([]);
});

test('a phone that let in what the server had refused: only its admission is marked as taken back', async () => {
  const door = await openLetIn();
  await door.letIn();
  const { upload, scan, alone } = await openScannerDevice(door);
  const question = scan({});
  await upload(question);
  await upload(alone({ scanId: question.scanId, sequence: question.sequence }));
  expect(await door.undo(question.scanId)).toEqual({ isUnused: false });
  expect((await tonightOf(door)).decisions.map(({ result, isUndone }) => [result, isUndone])).toEqual([
    ['conflict', true],
    ['refused', false],
    ['accepted', false],
  ]);
});

test('what used no ticket up is not offered: let in by a phone alone, by a number without its code', async () => {
  const door = await openLetIn();
  const { upload, alone } = await openScannerDevice(door);
  await upload(alone({ code: undefined, ticketId: door.ticket.id }));
  expect((await tonightOf(door)).decisions).toMatchObject([{ result: 'conflict', reason: 'without_code', undo: null }]);
});

test('two at the same moment are one, and of many doors after them exactly one lets the ticket in (I7)', async () => {
  const door = await openLetIn();
  const scanId = await door.letIn();
  await undoTwiceAtOnce(door, scanId);
  expect(await undosOf(door)).toHaveLength(1);
  const sent = Array.from({ length: AT_ONCE }, () => door.scan({ ...admit, scanId: randomUUID() }));
  expect(await outcomes(sent)).toEqual({ accepted: 1, ticket_used: AT_ONCE - 1 });
  expect(await faultsOf(door)).toEqual([]);
});

test('control: without the lock and the index both of them are written', async () => {
  const door = await openLetIn({ without: 'undoOnce' });
  await door.owner.execute(sql`drop index scans_undone_once`);
  const scanId = await door.letIn();
  await undoTwiceAtOnce(door, scanId);
  expect(await undosOf(door)).toHaveLength(2);
});

/** Neither undo can finish before both have begun: each writes its audit entry last, and the audit log is locked until then. */
async function undoTwiceAtOnce(door: Awaited<ReturnType<typeof openLetIn>>, scanId: string): Promise<void> {
  const undos = await door.owner.transaction(async (tx) => {
    await tx.execute(sql`lock table audit_entries in share row exclusive mode`);
    const both = Promise.all([door.undo(scanId), door.undo(scanId)]);
    await expect.poll(() => countLockWaits(door.ctx)).toBe(2);
    return { both };
  });
  expect(await undos.both).toEqual([{ isUnused: true }, { isUnused: true }]);
}

const undosOf = async (door: OpenDoor) => (await scansOf(door)).filter(({ kind }) => kind === 'undo');

/** Without the rules about paid orders, because the guest's ticket was inserted without a purchase. */
const faultsOf = async ({ deps }: OpenDoor) => (await brokenRules(deps.database.pool)).filter((rule) => !rule.startsWith('a paid order'));
