import { AFTER_END, BACK_IN, FREED, NOT_LISTED, OF_DOOR, REFUND_UNDONE, TAMPERED, WITHOUT_CODE } from '#server/door/door.table.ts';
import { mayUseLists, type ScannerDeviceRight, type ScanKind, UNDO_REFUND_MS } from '#shared/door/scanner-devices.ts';
import type { DeviceScan, ScanOutcome } from '#shared/door/device-scan.schemas.ts';
import { toWireTime } from '#shared/dates.ts';
import type { Answered } from '#shared/door/questions.ts';
import { HOUR_MS } from '#shared/durations.ts';
import { type GuestLists, type KnownLists, openLists } from './entry-scans.ts';
import type { NewDeviceScan } from './device-scans.queries.ts';
import {
  countMoves,
  decidedAt,
  type Decision,
  type Door,
  isAdmission,
  isAdmittedAlone,
  isRejection,
  isTyped,
  type Move,
  moveOf,
  overruledIn,
  rowOf,
  type StoredScan,
} from './scan-rows.ts';

export type { Door, StoredScan } from './scan-rows.ts';

/**
 * What the rule needs besides the ticket. `hasLeft`: its holder went out; `isRejected`: a door rejected its holder; `inside`: people inside;
 * `at`: when the guest came; `answered`: as in `DeviceScan`.
 */
export type Entry = { usedAt: Date | null; hasLeft: boolean; isRejected: boolean; inside: number; at: Date; answered: Answered };

/** A ticket as an upload found it, locked. */
export type ScannedTicket = {
  id: number;
  /** The door rule for this ticket. */
  decide(entry: Entry): Decision;
  usedAt: Date | null;
  visit: number;
  /** Admissions that were not undone: the first one, and conflicts. */
  admissions: number;
  /** All ways in and out with this ticket, without undone ones. */
  moves: readonly Move[];
  /** Rejections of its holder that were not undone. */
  rejections: readonly { scanId: string | null; at: Date }[];
  /** It is valid, was paid for, and is for the door's event. */
  isRefundable: boolean;
};

/** What the database knows about the scans of one upload. */
export type Known = {
  now: Date;
  tickets: ReadonlyMap<number, ScannedTicket>;
  /** The ticket of a scan's code, if the code is genuine. */
  ticketOf: (scan: DeviceScan) => number | undefined;
  /** The code is signed with a replaced key; a phone that did not know about the new key may have admitted it. */
  isReplaced?: (scan: DeviceScan) => boolean;
  lists: KnownLists;
  /** Earlier rows of these scans and of the scans that they undo. */
  stored: readonly StoredScan[];
  undone: ReadonlySet<string>;
  /** The people inside before this upload. */
  inside: number;
  /** The number of the scanner device's last scan before this upload. */
  lastSequence: number;
  /** Returns false if the scanner device typed too many numbers recently. */
  consumeNumber: (scan: DeviceScan) => boolean;
  /** How long a rejection counts. */
  denialHours: number;
  /** The event and the scanner device's maker allow refunds at the door, and the door is near. */
  mayRefund: boolean;
};

/** The outcome of a scan, without what only the database can add. */
export type Outcome = Pick<ScanOutcome, 'scanId' | 'result' | 'reason' | 'ticketId' | 'refundAt'>;

/** `overruled`: for each admission by a person against the rule, the questions that it took. */
export type Applied = {
  rows: NewDeviceScan[];
  outcomes: Outcome[];
  tickets: ScannedTicket[];
  inside: number;
  overruled: ReadonlyMap<string, Answered>;
};

const REJECTION_UNDONE = 'rejection_undone';

/** Why a scan is not stored. */
type Impossible = 'right_missing' | 'nothing_to_undo' | 'too_many_numbers' | 'unreadable';

const RIGHT_FOR: Record<ScanKind, ScannerDeviceRight> = {
  in: 'scan',
  out: 'scan',
  reject: 'reject',
  undo: 'undo',
  plus: 'walk_up',
  minus: 'walk_up',
};

/**
 * Decides the scans of one upload in order: rows to store, changed tickets, and an answer for each. A stored scan gets its first answer
 * again. An admission by an offline phone is never refused: beyond the first it is a conflict.
 */
export function applyScans(door: Door, scans: readonly DeviceScan[], known: Known): Applied {
  const state = startOf(known);
  const outcomes = scans.map((scan): Outcome => {
    const before = earlierRow(state, scan);
    if (before) return outcomeOf(before, scan);
    const row = decide(state, door, scan);
    if (typeof row === 'string') return { scanId: scan.scanId, result: 'impossible', reason: row, ticketId: null };
    state.add(row);
    return outcomeOf(row, scan);
  });
  return { rows: state.rows, outcomes, tickets: [...state.changed.values()], inside: state.inside(), overruled: state.overruled };
}

type State = Omit<Known, 'inside' | 'lists'> & {
  lists: GuestLists;
  rows: NewDeviceScan[];
  changed: Map<number, ScannedTicket>;
  overruled: Map<string, Answered>;
  find(scanId: string): StoredScan[];
  ticket(id: number | null | undefined): ScannedTicket | undefined;
  isUndone(scanId: string): boolean;
  inside(): number;
  /** Stores a row. An entry or exit also counts for its ticket. */
  add(row: NewDeviceScan): void;
};

function startOf(known: Known): State {
  const rows: NewDeviceScan[] = [];
  const changed = new Map<number, ScannedTicket>();
  const undone = new Set(known.undone);
  const lists = openLists(known.lists);
  let { inside } = known;
  const ticketOf = (id: number | null | undefined) =>
    id === null || id === undefined ? undefined : (changed.get(id) ?? known.tickets.get(id));
  const walk = (row: NewDeviceScan): number => {
    const ticket = ticketOf(row.ticketId);
    const move = moveOf(row);
    if (!ticket || (!move && (row.undoneScanId === null || row.kind === 'reject'))) return clickOf(row);
    const moves = move ? [...ticket.moves, move] : ticket.moves.filter(({ scanId }) => scanId !== row.undoneScanId);
    changed.set(ticket.id, { ...ticket, moves });
    return countMoves(moves) - countMoves(ticket.moves);
  };
  /** The ticket of an entry is one of its places, so it is used when other people took all of them. */
  const settle = (row: NewDeviceScan): void => {
    const entry = lists.entryOfRow(row);
    const ticket = ticketOf(entry?.ticketId);
    if (!entry || !ticket) return;
    const isFull = lists.noteTicket(entry, ticket.admissions > 0);
    if (ticket.admissions > 0 || isFull === (ticket.usedAt !== null)) return;
    changed.set(ticket.id, { ...ticket, usedAt: isFull ? row.decidedAt : null });
  };
  return {
    ...known,
    lists,
    rows,
    changed,
    overruled: new Map(),
    find: (scanId) => [...known.stored, ...rows].filter((row) => row.scanId === scanId),
    ticket: ticketOf,
    isUndone: (scanId) => undone.has(scanId),
    inside: () => inside,
    add: (row) => {
      rows.push(row);
      if (row.undoneScanId !== null) undone.add(row.undoneScanId);
      lists.note(row);
      inside = Math.max(0, inside + walk(row));
      settle(row);
    },
  };
}

/** People without a used-up ticket: on a guest list, admitted by an offline phone, or counted with the clicker. */
function clickOf({ kind, result, reason, undoneScanId, people }: NewDeviceScan): number {
  if (kind === 'in') return result === 'accepted' || result === 'conflict' ? people : 0;
  if (kind === 'undo') return undoneScanId === null || reason === REFUND_UNDONE || reason === REJECTION_UNDONE ? 0 : -people;
  if (kind === 'reject') return 0;
  if (kind === 'plus') return reason === kind ? 1 : 0;
  return kind === 'minus' && reason === kind ? -1 : 0;
}

/**
 * The row that already answers a scan. A question that arrives after the phone's own decision gets that decision; a decision that arrives
 * after its question is the same scan if the server decided the same.
 */
function earlierRow(state: State, scan: DeviceScan): StoredScan | undefined {
  const isSame = ({ decidedBy, result }: StoredScan) =>
    scan.kind !== 'in' ||
    decidedBy === scan.decidedBy ||
    decidedBy === 'phone' ||
    (scan.shown !== undefined && (result === 'accepted') === (scan.shown.result === 'accepted'));
  return state.find(scan.scanId).find(isSame);
}

function outcomeOf({ scanId, result, reason, ticketId, receivedAt, refundReason }: StoredScan, { refund }: DeviceScan): Outcome {
  if (result === 'noted' && reason === AFTER_END) return { scanId, result: 'impossible', reason, ticketId };
  // Only this phone hears that there is no refund; the other doors read the reason of the denial.
  const isRefundRefused = result === 'rejected' && refund !== undefined && refundReason === null;
  const refundAt = toWireTime(new Date(receivedAt.getTime() + UNDO_REFUND_MS));
  return {
    scanId,
    result,
    reason: isRefundRefused ? 'refund_not_allowed' : reason,
    ticketId,
    ...(result === 'rejected' && refundReason !== null && { refundAt }),
  };
}

/** The right to start a refund includes cancelling it. */
const mayDo = (state: State, { rights }: Door, scan: DeviceScan): boolean =>
  (scan.entryId === undefined ? rights.includes(RIGHT_FOR[scan.kind]) : mayUseLists(rights)) ||
  (scan.kind === 'undo' && rights.includes('refund') && refundOf(state, scan) !== undefined);

const refundOf = (state: State, { undoneScanId }: DeviceScan): StoredScan | undefined =>
  undoneScanId === undefined ? undefined : state.find(undoneScanId).find(({ refundReason }) => refundReason !== null);

function decide(state: State, door: Door, scan: DeviceScan): NewDeviceScan | Impossible {
  const isAllowed = mayDo(state, door, scan);
  if (!isAllowed && !isAdmittedAlone(scan)) return 'right_missing';
  if (isUnclear(scan)) return 'unreadable';
  if (asksByNumber(scan) && !state.consumeNumber(scan)) return 'too_many_numbers';
  if (isAfterEnd(door, scan, state.now)) return afterEnd(state, door, scan);
  if (scan.kind === 'in') return isAllowed ? enter(state, door, scan) : overstep(enter(state, door, scan));
  if (scan.kind === 'undo') return undo(state, door, scan);
  if (scan.kind === 'reject') return reject(state, door, scan);
  const ticket = state.ticket(state.ticketOf(scan));
  const reason = scan.kind === 'out' && !ticket ? 'code_tampered' : scan.kind;
  return rowOf(state.now, door, scan, { ticket, result: 'noted', reason });
}

/** The phone did not say what it showed, or a guest list entry is named for something other than an entry by name. */
const isUnclear = ({ kind, decidedBy, shown, code, ticketId, entryId }: DeviceScan): boolean =>
  (kind === 'in' && decidedBy === 'phone' && !shown) ||
  (entryId !== undefined && (kind !== 'in' || code !== undefined || ticketId !== undefined));

/** A typed number is answered with its holder. An offline phone's decision about a typed number is only stored. */
export const asksByNumber = (scan: DeviceScan): boolean => isTyped(scan) && (scan.kind !== 'in' || scan.decidedBy === 'server');

/** The rejection by the same scanner device that this one gives a reason. */
function ownRejection(state: State, door: Door, { undoneScanId }: DeviceScan): StoredScan | undefined {
  const named = undoneScanId === undefined ? undefined : state.find(undoneScanId).find(isRejection);
  return named?.scannerDeviceId === door.scannerDeviceId && !state.isUndone(named.scanId) ? named : undefined;
}

/** Refuses a guest, with a refund if event and scanner device allow it; otherwise the outcome says that there is none. */
function reject(state: State, door: Door, scan: DeviceScan): NewDeviceScan {
  const replaced = ownRejection(state, door, scan);
  const ticket = state.ticket(state.ticketOf(scan) ?? replaced?.ticketId);
  const of = rowOf(state.now, door, scan, { ticket, result: 'rejected', reason: scan.because ?? 'rejected_by_staff' });
  // A reason that comes later does not stop the refund.
  const row = { ...of, undoneScanId: replaced?.scanId ?? null, refundReason: replaced?.refundReason ?? null };
  if (ticket) {
    const rejections = [
      ...ticket.rejections.filter(({ scanId }) => scanId !== row.undoneScanId),
      { scanId: row.scanId, at: row.decidedAt },
    ];
    state.changed.set(ticket.id, { ...ticket, rejections });
  }
  if (!scan.refund) return row;
  const isAllowed =
    state.mayRefund && door.endedAt === null && door.rights.includes('refund') && ticket?.isRefundable === true && ticket.usedAt === null;
  return isAllowed ? { ...row, refundReason: scan.refund.reason } : row;
}

/** A revoked phone may be in the wrong hands, so its times are not trusted. */
const isAfterEnd = ({ endedAt, isRevoked }: Door, scan: DeviceScan, now: Date): boolean =>
  isRevoked || (endedAt !== null && decidedAt(scan, now) > endedAt);

/** A phone that does not know of its end may have admitted a guest. That does not use the ticket up; staff see it like its other scans. */
function afterEnd(state: State, door: Door, scan: DeviceScan): NewDeviceScan {
  const ticket = state.ticket(state.ticketOf(scan));
  const entry = state.lists.entry(scan.entryId);
  const result = scan.kind === 'in' ? (isAdmittedAlone(scan) ? 'conflict' : 'refused') : 'noted';
  return rowOf(state.now, door, scan, { ticket, entry, result, reason: AFTER_END });
}

/** A phone that does not know that it lost the right may have admitted a guest, who is inside; staff see it. */
const overstep = (row: NewDeviceScan | Impossible): NewDeviceScan | Impossible =>
  typeof row !== 'string' && row.result === 'accepted' && row.reason !== BACK_IN
    ? { ...row, result: 'conflict', reason: 'right_missing' }
    : row;

const DOOR_REASONS: ReadonlySet<string> = new Set(OF_DOOR);

function enter(state: State, door: Door, scan: DeviceScan): NewDeviceScan | Impossible {
  const { now } = state;
  const { shown } = scan;
  const isAdmitted = isAdmittedAlone(scan);
  const ticket = state.ticket(state.ticketOf(scan));
  const entry = state.lists.entry(scan.entryId);
  const at = decidedAt(scan, now);
  if (scan.decidedBy === 'phone' && shown && !isAdmitted)
    return undoOwnAdmission(state, door, scan) ?? rowOf(now, door, scan, { ticket, entry, ...shown });
  if (scan.entryId !== undefined) {
    const { decision, overruled } = state.lists.decide(scan, { inside: state.inside(), at });
    state.overruled.set(scan.scanId, overruled);
    return rowOf(now, door, scan, { entry, ...decision });
  }
  if (!ticket) {
    const reason = scan.code === undefined ? 'ticket_not_found' : 'code_tampered';
    return rowOf(now, door, scan, { ticket, result: isAdmitted ? 'conflict' : 'refused', reason });
  }
  if (isAdmitted && scan.code === undefined) return rowOf(now, door, scan, { ticket, result: 'conflict', reason: WITHOUT_CODE });
  if (!isAdmitted && state.isReplaced?.(scan)) return rowOf(now, door, scan, { ticket, result: 'refused', reason: 'code_replaced' });
  const facts = {
    usedAt: ticket.usedAt,
    hasLeft: hasLeft(ticket),
    isRejected: isRejectedAt(ticket, at, state.denialHours),
    inside: state.inside(),
    at,
  };
  const decide = (answered: Answered) => ticket.decide({ ...facts, answered });
  const decision = decide(scan.answered ?? []);
  state.overruled.set(scan.scanId, overruledIn(scan, decide));
  if (decision.result !== 'accepted') {
    if (isAdmitted) admit(state, ticket, DOOR_REASONS.has(decision.reason) ? at : ticket.usedAt);
    return rowOf(now, door, scan, { ticket, ...decision, ...(isAdmitted && { result: 'conflict' as const }) });
  }
  const entered = decision.reason === BACK_IN ? { ...ticket, visit: ticket.visit + 1 } : ticket;
  admit(state, entered, at);
  return rowOf(now, door, scan, { ticket: entered, ...decision });
}

/** The holder came in with the ticket and went out. */
export const hasLeft = ({ usedAt, moves }: Pick<ScannedTicket, 'usedAt' | 'moves'>): boolean =>
  usedAt !== null && moves.some(({ step }) => step > 0) && moves.some(({ step }) => step < 0) && countMoves(moves) === 0;

/** A door rejected the holder within hours of a moment, and admitted nobody with the ticket since. */
export const isRejectedAt = (
  { rejections, moves }: Pick<ScannedTicket, 'rejections' | 'moves'>,
  at: Date,
  denialHours: number,
): boolean => {
  const lastIn = Math.max(0, ...moves.filter(({ step }) => step > 0).map((move) => move.at.getTime()));
  const isRecent = (ms: number) => ms > lastIn && ms <= at.getTime() && at.getTime() - ms < denialHours * HOUR_MS;
  return rejections.some((one) => isRecent(one.at.getTime()));
};

const admit = (state: State, ticket: ScannedTicket, usedAt: Date | null): void =>
  void state.changed.set(ticket.id, { ...ticket, usedAt, admissions: ticket.admissions + 1 });

/** The server admitted a guest, but the phone got no answer and refused: no one came in. */
function undoOwnAdmission(state: State, door: Door, scan: DeviceScan): NewDeviceScan | undefined {
  if (!door.rights.includes('undo') && !mayTakeBack(state, scan)) return undefined;
  const row = undo(state, door, { ...scan, kind: 'undo', undoneScanId: scan.scanId });
  return typeof row === 'string' ? undefined : row;
}

/** A phone in a cellar may be offline for half an hour. Later, staff undo the admission on Tonight. */
const TAKE_BACK_MS = HOUR_MS;

/**
 * Without the right to undo, a phone may only take back what it refused because it got no answer (a typed number, an entry, a code
 * missing from its offline manifest, or one that it could not verify or had admitted before), before it sends any later scan and within the hour. Once per ticket or entry, so that it cannot be used to admit
 * several people.
 */
function mayTakeBack(state: State, { scanId, sequence, code, shown }: DeviceScan): boolean {
  const aloneReasons: readonly (string | undefined)[] = code === undefined ? [WITHOUT_CODE] : [NOT_LISTED, TAMPERED, 'ticket_used'];
  if (!aloneReasons.includes(shown?.reason) || sequence !== state.lastSequence) return false;
  const target = state.find(scanId).find(isAdmission);
  if (!target || state.now.getTime() - target.receivedAt.getTime() > TAKE_BACK_MS) return false;
  const isSame = ({ ticketId, entryId }: StoredScan) => ticketId === target.ticketId && entryId === target.entryId;
  return ![...state.stored, ...state.rows].some((row) => row.undoneScanId === row.scanId && isSame(row));
}

/** Undoes an admission by the same scanner device. The ticket is unused again if no one who entered with it is left inside. */
function undo(state: State, door: Door, scan: DeviceScan): NewDeviceScan | Impossible {
  const refund = refundOf(state, scan);
  if (refund) return undoRefund(state, door, scan, refund);
  const rejection = scan.undoneScanId === undefined ? undefined : state.find(scan.undoneScanId).find(isRejection);
  if (rejection) return undoRejection(state, door, scan, rejection);
  const target = scan.undoneScanId === undefined ? undefined : state.find(scan.undoneScanId).find(isAdmission);
  const ticket = state.ticket(target?.ticketId);
  if (
    !target ||
    target.scannerDeviceId !== door.scannerDeviceId ||
    state.isUndone(target.scanId) ||
    target.visit !== (ticket?.visit ?? target.visit)
  )
    return 'nothing_to_undo';
  const admissions = (ticket?.admissions ?? 0) - 1;
  const isFreed = ticket !== undefined && admissions === 0;
  if (ticket) state.changed.set(ticket.id, { ...ticket, admissions, ...(isFreed && { usedAt: null, visit: ticket.visit + 1 }) });
  const row = rowOf(state.now, door, scan, { ticket, result: 'noted', reason: isFreed ? FREED : 'undone' });
  const { visit, entryId, people } = target;
  return { ...row, visit, entryId, people, undoneScanId: target.scanId };
}

/** Undoes a rejection by the same scanner device: other doors no longer hear of it. */
function undoRejection(state: State, door: Door, scan: DeviceScan, target: StoredScan): NewDeviceScan | Impossible {
  if (target.scannerDeviceId !== door.scannerDeviceId || state.isUndone(target.scanId)) return 'nothing_to_undo';
  const ticket = state.ticket(target.ticketId);
  if (ticket) {
    const rejections = ticket.rejections.filter(({ scanId }) => scanId !== target.scanId);
    state.changed.set(ticket.id, { ...ticket, rejections });
  }
  const row = rowOf(state.now, door, scan, { ticket, result: 'noted', reason: REJECTION_UNDONE });
  return { ...row, visit: target.visit, undoneScanId: target.scanId };
}

/** Cancels the refund of a guest whom the same scanner device refused; the refusal is kept. */
function undoRefund(state: State, door: Door, scan: DeviceScan, target: StoredScan): NewDeviceScan | Impossible {
  const { scanId, scannerDeviceId, ticketId, receivedAt, visit } = target;
  const ticket = state.ticket(ticketId);
  const isOver = state.now.getTime() - receivedAt.getTime() >= UNDO_REFUND_MS || ticket?.isRefundable !== true;
  if (scannerDeviceId !== door.scannerDeviceId || state.isUndone(scanId) || isOver) return 'nothing_to_undo';
  const row = rowOf(state.now, door, scan, { ticket, result: 'noted', reason: REFUND_UNDONE });
  return { ...row, visit, undoneScanId: scanId };
}
