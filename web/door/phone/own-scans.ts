import type { PackRow } from '#shared/door/pack.ts';
import type { PhoneTicket } from '#shared/door/phone-decision.ts';
import type { StoredScan } from './store.ts';

/** Somebody came in with this scan. */
export const isAdmission = ({ kind, shown, outcome }: StoredScan): boolean =>
  kind === 'in' && (outcome?.result === 'accepted' || outcome?.result === 'conflict' || shown?.result === 'accepted');

/** When a scan happened, by the server's clock. */
export const momentOf = ({ at, offsetMs }: Pick<StoredScan, 'at' | 'offsetMs'>): Date => new Date(Date.parse(at) - offsetMs);

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
  const counts = (scan: StoredScan) => scan.sequence > after || scan.outcome?.result !== 'conflict';
  const admission = moves.findLast((scan) => isAdmission(scan) && !undone.has(scan.scanId) && counts(scan));
  const since = moves.filter(({ sequence }) => sequence > after);
  const isFreed = since.some(({ kind }) => kind === 'undo');
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
