import { FREED } from '#server/door/door.table.ts';
import type { PassRight, ScanKind } from '#shared/door/passes.ts';
import type { PassScan, ScanOutcome } from '#shared/door/pass-scan.schemas.ts';
import type { NewPassScan } from './pass-scans.queries.ts';

type Decision = { result: 'accepted' | 'rejected' | 'refused'; reason: string };

/** A ticket as an upload found it, under its lock. */
export type ScannedTicket = {
  id: number;
  /** The rule of the door for an entry with this ticket, unused or used at that time. */
  decide(usedAt: Date | null): Decision;
  usedAt: Date | null;
  /** Admissions since the ticket was last unused: the first, and conflicts. */
  round: number;
  admissions: number;
};

/** A row of a scan that was stored before, or by this upload. */
export type StoredScan = Pick<NewPassScan, 'scanId' | 'passId' | 'decidedBy' | 'kind' | 'result' | 'reason' | 'ticketId' | 'round'>;

export type Door = { passId: string; eventId: number; rights: readonly PassRight[]; endedAt: Date | null };

/** What the database knows about the scans of one upload. */
export type Known = {
  now: Date;
  tickets: ReadonlyMap<number, ScannedTicket>;
  /** The ticket of a scan's code, if the code is genuine. */
  ticketOf: (scan: PassScan) => number | undefined;
  /** Earlier rows of these scans, and of those that they undo. */
  stored: readonly StoredScan[];
  undone: ReadonlySet<string>;
};

/** Reasons of admissions by a phone alone that use no ticket up: after the end of its pass, and by a number without its code. */
export const AFTER_END = 'pass_ended';
const WITHOUT_CODE = 'without_code';
const UNCOUNTED = new Set<string>([AFTER_END, WITHOUT_CODE]);

/** What became of a scan, without what only the database can add. */
export type Outcome = Pick<ScanOutcome, 'scanId' | 'result' | 'reason' | 'ticketId'>;

export type Applied = { rows: NewPassScan[]; outcomes: Outcome[]; tickets: ScannedTicket[] };

const RIGHT_FOR: Record<ScanKind, PassRight> = {
  in: 'scan',
  out: 'scan',
  reject: 'reject',
  undo: 'undo',
  plus: 'walk_up',
  minus: 'walk_up',
};

/**
 * Decides what becomes of the scans of one upload, in their order: the rows to store, the tickets that change, and the answer for each. A scan
 * that is stored already gets its first answer again. What a phone admitted alone is never turned down: beyond the first it is a conflict.
 */
export function applyScans(door: Door, scans: readonly PassScan[], known: Known): Applied {
  const state = startOf(known);
  const outcomes = scans.map((scan) => {
    const before = earlierRow(state, scan);
    if (before) return outcomeOf(before);
    const row = decide(state, door, scan);
    if (!row) return { scanId: scan.scanId, result: 'impossible' as const, reason: whyImpossible(door, scan, known.now), ticketId: null };
    state.add(row);
    return outcomeOf(row);
  });
  return { rows: state.rows, outcomes, tickets: [...state.changed.values()] };
}

type State = Known & {
  rows: NewPassScan[];
  changed: Map<number, ScannedTicket>;
  find(scanId: string): StoredScan[];
  ticket(id: number | undefined): ScannedTicket | undefined;
  isUndone(scanId: string): boolean;
  add(row: NewPassScan): void;
};

function startOf(known: Known): State {
  const rows: NewPassScan[] = [];
  const changed = new Map<number, ScannedTicket>();
  const undone = new Set(known.undone);
  return {
    ...known,
    rows,
    changed,
    find: (scanId) => [...known.stored, ...rows].filter((row) => row.scanId === scanId),
    ticket: (id) => (id === undefined ? undefined : (changed.get(id) ?? known.tickets.get(id))),
    isUndone: (scanId) => undone.has(scanId),
    add: (row) => {
      rows.push(row);
      if (row.undoneScanId !== null) undone.add(row.undoneScanId);
    },
  };
}

/**
 * The row that answers a scan already. A question that arrives after the phone's own decision is answered by that; a decision of the phone that
 * arrives after its question was answered with yes is the same admission.
 */
function earlierRow(state: State, scan: PassScan): StoredScan | undefined {
  const earlier = state.find(scan.scanId);
  const isSame = ({ decidedBy, result }: StoredScan) =>
    decidedBy === scan.decidedBy || decidedBy === 'phone' || (result === 'accepted' && scan.shown?.result === 'accepted');
  return earlier.find(isSame);
}

const outcomeOf = ({ scanId, result, reason, ticketId }: StoredScan): Outcome => ({ scanId, result, reason, ticketId });

const mayDo = ({ rights }: Door, { kind }: PassScan): boolean => rights.includes(RIGHT_FOR[kind]);

function whyImpossible(door: Door, scan: PassScan, now: Date): string {
  if (!mayDo(door, scan)) return 'right_missing';
  return isAfterEnd(door, scan, now) ? AFTER_END : 'nothing_to_undo';
}

function decide(state: State, door: Door, scan: PassScan): NewPassScan | undefined {
  if (!mayDo(door, scan)) return undefined;
  if (isAfterEnd(door, scan, state.now)) return scan.kind === 'in' ? enterAfterEnd(state, door, scan) : undefined;
  if (scan.kind === 'in') return enter(state, door, scan);
  if (scan.kind === 'undo') return undo(state, door, scan);
  const ticket = state.ticket(state.ticketOf(scan));
  if (scan.kind === 'reject') return rowOf(state, door, scan, { ticket, result: 'rejected', reason: 'rejected_by_staff' });
  return rowOf(state, door, scan, { ticket, result: 'noted', reason: scan.kind });
}

const isAfterEnd = ({ endedAt }: Door, scan: PassScan, now: Date): boolean => endedAt !== null && decidedAt(scan, now) > endedAt;

const isAdmittedAlone = ({ decidedBy, shown }: PassScan): boolean => decidedBy === 'phone' && shown?.result === 'accepted';

/** A phone that does not know of its end may have let somebody in. That uses no ticket up, and is shown. */
const enterAfterEnd = (state: State, door: Door, scan: PassScan): NewPassScan =>
  rowOf(state, door, scan, {
    ticket: state.ticket(state.ticketOf(scan)),
    result: isAdmittedAlone(scan) ? 'conflict' : 'refused',
    reason: AFTER_END,
  });

function enter(state: State, door: Door, scan: PassScan): NewPassScan {
  const ticket = state.ticket(state.ticketOf(scan));
  const { shown } = scan;
  const isAdmitted = isAdmittedAlone(scan);
  if (scan.decidedBy === 'phone' && shown && !isAdmitted) return rowOf(state, door, scan, { ticket, ...shown });
  if (!ticket) {
    const reason = scan.code === undefined ? 'ticket_not_found' : 'code_tampered';
    return rowOf(state, door, scan, { ticket, result: isAdmitted ? 'conflict' : 'refused', reason });
  }
  if (isAdmitted && scan.code === undefined) return rowOf(state, door, scan, { ticket, result: 'conflict', reason: WITHOUT_CODE });
  const decision = ticket.decide(ticket.usedAt);
  if (decision.result !== 'accepted') {
    if (isAdmitted) admit(state, ticket, ticket.usedAt);
    return rowOf(state, door, scan, { ticket, ...decision, ...(isAdmitted && { result: 'conflict' as const }) });
  }
  admit(state, ticket, decidedAt(scan, state.now));
  return rowOf(state, door, scan, { ticket, ...decision });
}

const admit = (state: State, ticket: ScannedTicket, usedAt: Date | null): void =>
  void state.changed.set(ticket.id, { ...ticket, usedAt, admissions: ticket.admissions + 1 });

/** Takes an admission by the same pass back. The ticket is unused again when nobody is left who entered with it. */
function undo(state: State, door: Door, scan: PassScan): NewPassScan | undefined {
  const target = scan.undoneScanId === undefined ? undefined : state.find(scan.undoneScanId).find(isAdmission);
  const ticket = state.ticket(target?.ticketId ?? undefined);
  if (!target || target.passId !== door.passId || state.isUndone(target.scanId) || target.round !== (ticket?.round ?? target.round))
    return undefined;
  const admissions = (ticket?.admissions ?? 0) - 1;
  const isFreed = ticket !== undefined && admissions === 0;
  if (ticket) state.changed.set(ticket.id, { ...ticket, admissions, ...(isFreed && { usedAt: null, round: ticket.round + 1 }) });
  const row = rowOf(state, door, scan, { ticket, result: 'noted', reason: isFreed ? FREED : 'undone' });
  return { ...row, round: target.round, undoneScanId: target.scanId };
}

/** Somebody came in with it, as the ticket's admissions count. */
export const isAdmission = ({ kind, result, reason }: Pick<StoredScan, 'kind' | 'result' | 'reason'>): boolean =>
  kind === 'in' && (result === 'accepted' || (result === 'conflict' && !UNCOUNTED.has(reason)));

type Written = { ticket: ScannedTicket | undefined; result: NewPassScan['result']; reason: string };

function rowOf({ now }: State, door: Door, scan: PassScan, { ticket, result, reason }: Written): NewPassScan {
  return {
    scanId: scan.scanId,
    passId: door.passId,
    sequence: scan.sequence,
    kind: scan.kind,
    ticketId: ticket?.id ?? null,
    result,
    reason,
    isManual: scan.code === undefined && scan.ticketId !== undefined,
    scannedAt: new Date(scan.at),
    decidedAt: decidedAt(scan, now),
    decidedBy: scan.decidedBy,
    offsetMs: scan.offsetMs,
    uncertaintyMs: scan.uncertaintyMs,
    packVersion: scan.packVersion ?? null,
    undoneScanId: null,
    round: ticket?.round ?? 1,
    eventId: door.eventId,
    refundReason: null,
    receivedAt: now,
  };
}

const decidedAt = (scan: PassScan, now: Date): Date => (scan.decidedBy === 'phone' ? momentOf(scan, now) : now);

const OLDEST_MS = 3 * 24 * 60 * 60_000;

/** When it happened by the server's clock: never in the future, and not days ago, whatever the phone says. */
export function momentOf({ at, offsetMs }: Pick<PassScan, 'at' | 'offsetMs'>, now: Date): Date {
  const moment = new Date(at).getTime() - offsetMs;
  return new Date(Math.min(now.getTime(), Math.max(moment, now.getTime() - OLDEST_MS)));
}
