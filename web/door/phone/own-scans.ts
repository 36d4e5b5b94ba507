import type { PackRow } from '#shared/door/pack.ts';
import type { PhoneTicket } from '#shared/door/phone-decision.ts';
import type { StoredScan } from './store.ts';

/** Somebody came in with this scan. */
export const isAdmission = ({ kind, shown, outcome }: StoredScan): boolean =>
  kind === 'in' && (outcome?.result === 'accepted' || outcome?.result === 'conflict' || shown?.result === 'accepted');

/** When a scan happened, by the server's clock. */
export const momentOf = ({ at, offsetMs }: Pick<StoredScan, 'at' | 'offsetMs'>): Date => new Date(Date.parse(at) - offsetMs);

/** Reasons of a server that was restored from a backup: it knows neither the ticket nor the code of what it gets again. */
const UNKNOWN_TO_SERVER = new Set(['ticket_not_found', 'without_code']);

/** The server has taken this admission as a conflict, which uses no ticket up. */
const isUseless = ({ outcome }: StoredScan): boolean => outcome?.result === 'conflict' && !UNKNOWN_TO_SERVER.has(outcome.reason);

/** The ticket is used on the list by this scan, and not by somebody else's. */
const madeUsed = ({ sequence, outcome }: StoredScan, after: number): boolean =>
  outcome?.result === 'accepted' || (sequence <= after && outcome?.result !== 'conflict');

/**
 * True if somebody came in with a ticket and was not taken back, by what the server knew and what this phone did since. `scans`: its own scans
 * of the ticket; `after`: as for `ticketOf`.
 */
export function hasComeWith(scans: readonly StoredScan[], after: number, hadCome: boolean): boolean {
  const possible = scans.filter(({ outcome }) => outcome?.result !== 'impossible');
  const undoneBy = new Map(possible.map(({ undoneScanId, sequence }) => [undoneScanId, sequence]));
  const admissions = possible.filter(isAdmission);
  if (admissions.some(({ scanId, sequence }) => sequence > after && !undoneBy.has(scanId))) return true;
  return hadCome && !admissions.some(({ scanId, sequence }) => sequence <= after && (undoneBy.get(scanId) ?? 0) > after);
}

/**
 * What a phone knows of a ticket: its row, with what the phone itself did with it since the server made its list. `scans`: its own scans of
 * the ticket, and their undos, by number; `after`: the last one that the server had before it made the list. Undefined for a ticket of which it
 * knows nothing.
 */
export function ticketOf(row: PackRow | undefined, scans: readonly StoredScan[], after: number): PhoneTicket | undefined {
  const moves = scans.filter(
    (scan) => isAdmission(scan) || ((scan.kind === 'out' || scan.kind === 'undo') && scan.outcome?.result !== 'impossible'),
  );
  const undone = new Set(moves.map(({ undoneScanId }) => undoneScanId));
  if (!row && moves.length === 0) return undefined;
  // An admission of this phone counts even if the row is from before it; an undo, an exit and a conflict only until a newer list tells.
  const counts = (scan: StoredScan) => scan.sequence > after || !isUseless(scan);
  const admission = moves.findLast((scan) => isAdmission(scan) && !undone.has(scan.scanId) && counts(scan));
  const since = moves.filter(({ sequence }) => sequence > after);
  const freeing = new Set(since.map(({ undoneScanId }) => undoneScanId));
  const isFreed = moves.some((scan) => freeing.has(scan.scanId) && madeUsed(scan, after));
  const usedByRow = row?.usedAt && !isFreed ? new Date(row.usedAt) : null;
  const usedAt = admission ? momentOf(admission) : usedByRow;
  const last = since.at(-1);
  return toTicket(row, usedAt, usedAt !== null && (last ? last.kind === 'out' : (row?.hasLeft ?? false)));
}

const toTicket = (row: PackRow | undefined, usedAt: Date | null, hasLeft: boolean): PhoneTicket => ({
  state: row?.state ?? 'valid',
  usedAt,
  hasLeft,
  isBanned: row?.isBanned ?? false,
});
