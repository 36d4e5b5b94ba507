import { findArrivalsByList } from '#server/door/entry-arrivals.queries.ts';
import { countInside } from '#server/door/inside.queries.ts';
import { type LookingDevice, mayLookUp, noteLookup, wasLookedUp } from '#server/door/name-budget.ts';
import { isDoorNear } from '#server/door/near-doors.ts';
import { mayRefund, queueRefunds } from '#server/door/refunds/door-refunds.service.ts';
import { type LockedScannerDevice, lockScannerDevice } from '#server/door/scanner-devices/scanner-devices.queries.ts';
import { TAMPERED, REFUND_UNDONE } from '#server/door/door.table.ts';
import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import { recordScannerDeviceAction } from '#server/platform/audit/audit.ts';
import { type Context, perServer, withTransaction } from '#server/platform/context.ts';
import { createTokenBuckets } from '#server/platform/limits/quota.ts';
import { type CodeState, codeStateNow } from '#server/sales/tickets/ticket-code.ts';
import { isBanned } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { decideAdmission, type Exits } from '#shared/door/admission.ts';
import { PLUS_ONES_MAX } from '#shared/guest-lists/entry-limits.ts';
import type { Question } from '#shared/door/questions.ts';
import { parseQrText } from '#shared/door/ticket-code.ts';
import type { DeviceScan, ScanOutcome, ScanReceipt, ScanUpload } from '#shared/door/device-scan.schemas.ts';
import { AppError } from '#shared/errors.ts';
import { hasCode } from '#shared/tickets/claims.ts';
import { type Applied, applyScans, asksByNumber, type Door, type Known, type ScannedTicket } from './apply-scans.ts';
import { type EntryRule, type KnownLists, ruleForEntry } from './entry-scans.ts';
import {
  countTampered,
  type DoorOfEvent,
  type EarlierScan,
  type EntryLink,
  findDoor,
  findEarlier,
  findEntries,
  findLinks,
  findUndone,
  insertScans,
  type LockedTicket,
  lockLists,
  lockInside,
  lockTickets,
  type NewDeviceScan,
  noteScannerDeviceReport,
  setUsedAt,
} from './device-scans.queries.ts';
import { toOutcomes } from './outcomes.service.ts';
import { isRejection, moveOf, opensVisit, peopleOf } from './scan-rows.ts';

/**
 * Stores the scans that a phone uploads, in order and in one transaction: what is acknowledged is stored. Repeating an upload changes
 * nothing and returns the same outcomes. A scan that cannot be read is `impossible` and does not block the others.
 * @throws device_unknown, device_ended a day after the end, scans_missing if earlier ones have not arrived (`params`: the `expected` number)
 */
export function acceptScans(ctx: Context, caller: Omit<Door, 'isRevoked'>, { scans, report }: ScanUpload): Promise<ScanReceipt> {
  return withTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    if (caller.endedAt && now.getTime() - caller.endedAt.getTime() > LATE_MS) throw new AppError('device_ended');
    const scannerDevice = await lockScannerDevice(tx.db, caller.scannerDeviceId);
    if (!scannerDevice) throw new AppError('device_unknown');
    const door = { ...caller, isRevoked: scannerDevice.revokedAt !== null };
    const lastSequence = checkOrder(scannerDevice.lastSequence, scans);
    const readable = scans.filter(isReadable);
    const { rows, outcomes, tickets, overruled } = applyScans(door, readable, await readKnown(tx, { ...door, ...scannerDevice }, readable));
    if (rows.length > 0) await insertScans(tx.db, rows);
    for (const { id, usedAt } of tickets) await setUsedAt(tx.db, id, usedAt);
    await queueRefunds(tx, rows);
    await recordConflicts(tx, scannerDevice.name, rows);
    await recordOverrides(tx, scannerDevice.name, rows, overruled);
    await alertOfTampering(tx, { scannerDeviceId: door.scannerDeviceId, name: scannerDevice.name }, rows);
    await noteScannerDeviceReport(tx.db, door.scannerDeviceId, { lastSequence, seenAt: now, ...(report ?? reportOf(readable)) });
    const named = await countNames(tx, { ...door, ...scannerDevice }, readable, outcomes);
    const answers = await toOutcomes(tx, { eventId: door.eventId, scans: readable, outcomes, named });
    return { serverTime: toWireTime(now), serverMs: now.getTime(), lastSequence, outcomes: inOrder(scans, answers) };
  });
}

/**
 * Which scans by number are answered with the holder: those of numbers just looked up, and others within the budget of lookups. What an offline
 * phone decided is not answered.
 */
async function countNames(
  tx: Context,
  device: LookingDevice,
  scans: readonly DeviceScan[],
  outcomes: Applied['outcomes'],
): Promise<Set<string>> {
  const named = new Set<string>();
  const impossible = new Set(outcomes.filter(({ result }) => result === 'impossible').map(({ scanId }) => scanId));
  for (const { scanId, code, ticketId, decidedBy } of scans) {
    if (code !== undefined || ticketId === undefined || decidedBy !== 'server' || impossible.has(scanId)) continue;
    if (!(await wasLookedUp(tx, device.scannerDeviceId, ticketId)) && !(await mayLookUp(tx, device))) continue;
    await noteLookup(tx, device.scannerDeviceId, ticketId);
    named.add(scanId);
  }
  return named;
}

type ReceivedScan = ScanUpload['scans'][number];
const isReadable = (scan: ReceivedScan): scan is DeviceScan => !('isUnreadable' in scan);

/** The answers to all scans, including unreadable ones. */
function inOrder(scans: readonly ReceivedScan[], answers: readonly ScanOutcome[]): ScanOutcome[] {
  const rest = answers.values();
  const unreadable = {
    result: 'impossible',
    reason: 'unreadable',
    ticketId: null,
    used: null,
    rejection: null,
    event: null,
    guest: null,
    key: null,
  } as const;
  return scans.flatMap((scan) => (isReadable(scan) ? (rest.next().value ?? []) : { scanId: scan.scanId, ...unreadable }));
}

/**
 * A phone may use tickets up by typed numbers only as fast as guests come. Counted per process, because a phone calls only one, where a
 * share of 40 would be too few; four times the pace is still too slow to guess numbers.
 */
const NUMBERS = { perSecond: 40 / 60, burst: 40 };
const numbersOf = perServer(() => createTokenBuckets(() => NUMBERS));

/** A phone that was offline when its scanner device ended may report until this much later. */
const LATE_MS = 24 * 60 * 60_000;

/** Returns the number of the last scan. Numbers must continue from the last one that arrived, or repeat from an earlier one. */
export function checkOrder(last: number, scans: readonly ReceivedScan[]): number {
  let expected = last + 1;
  for (const { sequence } of scans) {
    if (sequence > expected) throw new AppError('scans_missing', { params: { expected } });
    expected = Math.max(expected, sequence + 1);
  }
  return expected - 1;
}

const ticketIdOf = ({ code, ticketId }: DeviceScan): number | undefined => (code === undefined ? ticketId : parseQrText(code).ticketId);

const present = <Value>(value: Value | null | undefined): Value[] => (value === null || value === undefined ? [] : [value]);

/** What the database knows about the scans of an upload; locks their tickets and lists. */
export async function readKnown(
  tx: Context,
  { makerId, lastSequence, ...door }: Door & LockedScannerDevice,
  scans: readonly DeviceScan[],
): Promise<Known> {
  const now = tx.clock.now();
  const lookedUp = await findLookedUp(tx, door.scannerDeviceId, scans.filter(asksByNumber));
  const scanIds = scans.flatMap(({ scanId, undoneScanId }) => [scanId, ...present(undoneScanId)]);
  const named = await findEarlier(tx.db, { scanIds, ticketIds: [], entryIds: [] });
  const ids = [...scans.map(ticketIdOf), ...named.map(({ ticketId }) => ticketId)].flatMap(present);
  const ofLists = [...scans, ...named].flatMap(({ entryId }) => present(entryId));
  const { locked, links } = await lockLinked(tx, { entryIds: ofLists, ticketIds: ids });
  const entryIds = [...new Set([...ofLists, ...links.map(({ entryId }) => entryId)])];
  const listIds = entryIds.length > 0 ? await lockLists(tx.db, { eventId: door.eventId, entryIds }) : [];
  // The locks prevent other doors from adding to these.
  const earlier = await findEarlier(tx.db, { scanIds, ticketIds: [...locked.keys()], entryIds });
  const undone = await findUndone(
    tx.db,
    earlier.flatMap(({ scanId }) => present(scanId)),
  );
  const { rule, inside, refunds } = await readInside(tx, door, countComing(scans));
  const stateOf = await readCodes(tx, scans, locked);
  const tickets = [...locked.values()].map((ticket) => toScanned(ticket, door.eventId, { earlier, undone, decide: ruleFor(ticket, rule) }));
  return {
    now,
    tickets: new Map(tickets.map((ticket) => [ticket.id, ticket])),
    ticketOf: (scan) => {
      const ticket = locked.get(ticketIdOf(scan) ?? 0);
      return ticket && stateOf(scan) !== 'forged' ? ticket.id : undefined;
    },
    isReplaced: (scan) => stateOf(scan) === 'replaced',
    lists: await readLists(tx, { eventId: door.eventId, entryIds, listIds, links, rule }),
    stored: earlier.filter(isOfDevice),
    undone,
    inside,
    lastSequence,
    denialHours: tx.venue().denialHours,
    mayRefund: refunds && (await mayRefund(tx, makerId)),
    consumeNumber: ({ ticketId = 0 }) => lookedUp.has(ticketId) || numbersOf(tx)(door.scannerDeviceId) === 0,
  };
}

async function findLookedUp(tx: Context, scannerDeviceId: string, scans: readonly DeviceScan[]): Promise<Set<number>> {
  const ids = [...new Set(scans.flatMap(({ ticketId }) => present(ticketId)))];
  const found = await Promise.all(ids.map(async (id) => ((await wasLookedUp(tx, scannerDeviceId, id)) ? [id] : [])));
  return new Set(found.flat());
}

/** Returns how the code of each scan relates to its ticket. */
async function readCodes(
  tx: Context,
  scans: readonly DeviceScan[],
  locked: ReadonlyMap<number, LockedTicket>,
): Promise<(scan: DeviceScan) => CodeState> {
  const states = new Map<DeviceScan, CodeState>();
  for (const scan of scans) {
    const ticket = locked.get(ticketIdOf(scan) ?? 0);
    if (ticket && scan.code !== undefined) states.set(scan, await codeStateNow(tx, scan.code, ticket));
  }
  return (scan) => states.get(scan) ?? 'genuine';
}

type Ids = { entryIds: readonly number[]; ticketIds: readonly number[] };
type Locked = { locked: Map<number, LockedTicket>; links: EntryLink[] };

/**
 * Locks these tickets and those of these entries, because a guest admitted by name may use the ticket up. If a ticket was transferred
 * before the lock, its successor is locked as well.
 */
async function lockLinked({ db }: Context, { entryIds, ticketIds }: Ids): Promise<Locked> {
  const locked = new Map<number, LockedTicket>();
  let wanted = [...new Set([...ticketIds, ...(await findLinks(db, { entryIds, ticketIds })).map(({ ticketId }) => ticketId)])];
  for (;;) {
    for (const ticket of await lockTickets(db, wanted)) locked.set(ticket.id, ticket);
    const links = await findLinks(db, { entryIds, ticketIds: [...locked.keys()] });
    wanted = links.map(({ ticketId }) => ticketId).filter((id) => !locked.has(id));
    if (wanted.length === 0) return { locked, links };
  }
}

type Named = {
  eventId: number;
  entryIds: readonly number[];
  listIds: readonly number[];
  links: readonly EntryLink[];
  rule: EntryRule;
};

/** The entries of the locked lists in an upload, and all people admitted by these lists. */
async function readLists({ db }: Context, { eventId, entryIds, listIds, links, rule }: Named): Promise<KnownLists> {
  if (listIds.length === 0) return { entries: new Map(), arrivals: [] };
  const rows = await findEntries(db, { eventId, entryIds });
  const ticketOf = new Map(links.map(({ entryId, ticketId }) => [entryId, ticketId]));
  const entries = new Map(
    rows.map((row) => {
      const { id, listId, plusOnes } = row;
      return [id, { id, listId, places: 1 + plusOnes, ticketId: ticketOf.get(id) ?? null, decide: ruleForEntry(row, rule) }];
    }),
  );
  return { entries, arrivals: await findArrivalsByList(db, listIds) };
}

const countComing = (scans: readonly DeviceScan[]): number => scans.reduce((sum, scan) => sum + peopleOf(scan), 0);

/** This close to the licensed capacity, uploads wait for each other: five phones may each admit the largest group of a list at once. */
const NEARLY_FULL = 5 * (1 + PLUS_ONES_MAX);

/** The rule of the event's door and the people inside. Locks the room if it may fill up during this upload. */
async function readInside(
  tx: Context,
  { eventId }: Door,
  coming: number,
): Promise<{ rule: DoorRule & EntryRule; inside: number; refunds: boolean }> {
  const door = await findDoor(tx.db, eventId);
  const licensed = door?.licensed ?? door?.capacity ?? 0;
  const exits = exitsOf(door);
  const isCancelled = door?.state === 'cancelled';
  const rule = { eventId, isCancelled, licensed, exits, opensAt: door?.opensAt ?? undefined, now: tx.clock.now() };
  // Refunds need a near door: a scanner device may be made long before its event, but guests are refused only then.
  const refunds = door !== undefined && door.refusalRefunds && isDoorNear(door, rule.now);
  const inside = await countInside(tx.db, eventId);
  if (inside + coming < licensed - NEARLY_FULL) return { rule, inside, refunds };
  await lockInside(tx.db, eventId);
  return { rule, inside: await countInside(tx.db, eventId), refunds };
}

function exitsOf(door: DoorOfEvent | undefined): Exits {
  if (door?.exits === 'until') return door.exitsUntil ? { until: door.exitsUntil } : 'none';
  return door?.exits ?? 'none';
}

type OfDevice = EarlierScan & { scanId: string; scannerDeviceId: string; receivedAt: Date };
const isOfDevice = (scan: EarlierScan): scan is OfDevice =>
  scan.scanId !== null && scan.scannerDeviceId !== null && scan.receivedAt !== null;

type History = { earlier: readonly EarlierScan[]; undone: ReadonlySet<string>; decide: ScannedTicket['decide'] };

function toScanned(
  { id, usedAt, state, isGiven, eventId }: LockedTicket,
  doorEventId: number,
  { earlier, undone, decide }: History,
): ScannedTicket {
  const ofTicket = earlier.filter(({ ticketId }) => ticketId === id).toSorted((a, b) => a.id - b.id);
  const moves = ofTicket.filter(({ scanId }) => !undone.has(scanId ?? '')).flatMap((scan) => moveOf(scan) ?? []);
  const admissions = moves.filter(({ step }) => step > 0).length;
  const stopped = new Set(ofTicket.filter(({ reason }) => reason === REFUND_UNDONE).map(({ undoneScanId }) => undoneScanId));
  const isStanding = (scanId: string | null) => !undone.has(scanId ?? '') || stopped.has(scanId);
  const rejections = ofTicket.filter((scan) => isRejection(scan) && isStanding(scan.scanId));
  return {
    id,
    decide,
    usedAt,
    visit: 1 + ofTicket.filter(opensVisit).length,
    admissions,
    moves,
    rejections: rejections.map(({ scanId, decidedAt }) => ({ scanId, at: decidedAt })),
    isRefundable: state === 'valid' && !isGiven && eventId === doorEventId,
  };
}

/** A phone that sends no report is described by its last scan. */
function reportOf(scans: readonly DeviceScan[]) {
  const last = scans.at(-1);
  return (
    last && {
      offsetMs: last.offsetMs,
      uncertaintyMs: last.uncertaintyMs,
      ...(last.offlineManifestVersion !== undefined && { offlineManifestVersion: last.offlineManifestVersion }),
    }
  );
}

const RESULTS = { admit: 'accepted', reject: 'rejected', refuse: 'refused' } as const;

type DoorRule = { eventId: number; licensed: number; exits: Exits; opensAt: Date | undefined; now: Date };

/** The door rule for a locked ticket. */
export function ruleFor({ state, isGiven, eventState, eventId, claim, guest }: LockedTicket, rule: DoorRule): ScannedTicket['decide'] {
  const ticketState = state === 'refunded' && isGiven ? ('revoked' as const) : state;
  const isBannedNow = isBanned(guest, rule.now);
  return ({ usedAt, hasLeft, isRejected, inside, at, answered }) => {
    const ticket = {
      state: ticketState,
      eventId,
      eventState,
      usedAt,
      hasLeft,
      needsName: !hasCode(claim),
      isBanned: isBannedNow,
      isRejected,
    };
    const { exits, opensAt, licensed } = rule;
    const door = { eventId: rule.eventId, exits, now: at, answered };
    const { verdict, reason } = decideAdmission({ ticket, door, opensAt, room: { inside, licensed } });
    return { result: RESULTS[verdict], reason };
  };
}

/** Writes each new conflict to the audit log, under the name of its scanner device. */
async function recordConflicts(tx: Context, scannerDeviceName: string, rows: readonly NewDeviceScan[]): Promise<void> {
  for (const { result, reason, ticketId, entryId, people, scannerDeviceId, eventId } of rows) {
    if (result !== 'conflict') continue;
    const subject = ticketId !== null ? `ticket ${ticketId}` : entryId !== null ? `entry ${entryId}` : `scanner_device ${scannerDeviceId}`;
    const detail = { eventId, reason, ...(entryId !== null && { came: people }) };
    await recordScannerDeviceAction(tx, scannerDeviceName, { action: 'door.conflict', subject, detail });
  }
}

/** The reason of the audit entry. What the phone alone asks is only shown. */
const OVERRIDES: Partial<Record<Question, string>> = {
  other_event: 'admitted_other_event',
  rejected_before: 'admitted_rejected',
  free_until_over: 'admitted_free_until_over',
  list_full: 'admitted_list_full',
};

/** Writes each answer by which a person admitted guests against the rule to the audit log, under the name of its scanner device. */
async function recordOverrides(
  tx: Context,
  scannerDeviceName: string,
  rows: readonly NewDeviceScan[],
  overruled: Applied['overruled'],
): Promise<void> {
  for (const { scanId, ticketId, entryId, people, eventId } of rows)
    for (const question of overruled.get(scanId) ?? []) {
      const subject = ticketId === null ? `entry ${entryId}` : `ticket ${ticketId}`;
      const detail = { eventId, reason: OVERRIDES[question] ?? question, ...(entryId !== null && { came: people }) };
      await recordScannerDeviceAction(tx, scannerDeviceName, { action: 'door.override', subject, detail });
    }
}

const MINUTE_MS = 60_000;
const TAMPERED_MOST = 2;

/** Raises an alert if a phone read three codes that are not ours within a minute. */
async function alertOfTampering(
  tx: Context,
  scannerDevice: { scannerDeviceId: string; name: string },
  rows: readonly NewDeviceScan[],
): Promise<void> {
  const times = rows.filter(({ reason }) => reason === TAMPERED).map(({ decidedAt }) => decidedAt.getTime());
  if (times.length === 0) return;
  const since = new Date(Math.max(...times) - MINUTE_MS);
  const count = await countTampered(tx.db, { scannerDeviceId: scannerDevice.scannerDeviceId, since });
  if (count <= TAMPERED_MOST) return;
  const detail = `The scanner device “${scannerDevice.name}” read ${count} codes within a minute that are none of ours.`;
  await raiseAlert(tx, {
    kind: 'door_tampered',
    subject: `scanner_device ${scannerDevice.scannerDeviceId}`,
    detail,
    params: { name: scannerDevice.name },
  });
}
