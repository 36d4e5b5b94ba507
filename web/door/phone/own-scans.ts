import type { OfflineManifestRow } from '#shared/door/offline-manifest.ts';
import type { PhoneTicket } from '#shared/door/phone-decision.ts';
import type { RefundState } from './door-phone.ts';
import type { StoredScan } from './store.ts';

/** A guest came in with this scan. */
export const isAdmission = ({ kind, shown, outcome }: StoredScan): boolean =>
  kind === 'in' && (outcome?.result === 'accepted' || outcome?.result === 'conflict' || shown?.result === 'accepted');

/** The time of a scan by the server's clock. */
export const momentOf = ({ at, offsetMs }: Pick<StoredScan, 'at' | 'offsetMs'>): Date => new Date(Date.parse(at) - offsetMs);

/** What became of a refund that a rejection asked for; undefined without one. */
export function refundStateOf({ refund, outcome }: StoredScan): RefundState | undefined {
  if (!refund) return undefined;
  if (!outcome) return 'waiting';
  return outcome.result === 'rejected' && outcome.reason !== 'refund_not_allowed' ? 'promised' : 'refused';
}

/**
 * What the server takes back for an undo of this scan (`undo` in `server/door/scans/apply-scans.ts`): of a denial whose refund it
 * promised, the refund alone, for a minute. Undefined if it takes nothing back, or while it has not answered about the refund: its undo
 * could take back the denial. `scans`: all of this phone.
 */
export function undoOf(scan: StoredScan, scans: readonly StoredScan[], now: Date): 'act' | 'refund' | undefined {
  const isUndo = ({ undoneScanId, outcome }: StoredScan) => undoneScanId === scan.scanId && outcome?.result !== 'impossible';
  if (scans.some(isUndo)) return undefined;
  const refund = refundStateOf(scan);
  if (refund === 'waiting') return undefined;
  if (refund === 'promised') return now < new Date(scan.outcome?.refundAt ?? 0) ? 'refund' : undefined;
  return scan.kind === 'reject' || isAdmission(scan) ? 'act' : undefined;
}

/** A denial whose refund the server has not refused. */
export const isRefunding = (scan: StoredScan): boolean => scan.refund !== undefined && refundStateOf(scan) !== 'refused';

/** Answers of a server that was restored from a backup and knows neither the ticket nor the code of a scan that is sent again. */
const UNKNOWN_TO_SERVER = new Set(['ticket_not_found', 'without_code']);

/** The server stored this admission as a conflict that does not use the ticket up. */
const isUseless = ({ outcome }: StoredScan): boolean => outcome?.result === 'conflict' && !UNKNOWN_TO_SERVER.has(outcome.reason);

/** The ticket is used in the offline manifest because of this scan, not another one. */
const madeUsed = ({ sequence, outcome }: StoredScan, after: number): boolean =>
  outcome?.result === 'accepted' || (sequence <= after && outcome?.result !== 'conflict');

/**
 * True if a guest came in with a ticket and was not undone, by the server's state and this phone's scans since. `scans`: the phone's own
 * scans of the ticket; `after`: as for `ticketOf`.
 */
export function hasComeWith(scans: readonly StoredScan[], after: number, hadCome: boolean): boolean {
  const possible = scans.filter(({ outcome }) => outcome?.result !== 'impossible');
  const undoneBy = new Map(possible.map(({ undoneScanId, sequence }) => [undoneScanId, sequence]));
  const admissions = possible.filter(isAdmission);
  if (admissions.some(({ scanId, sequence }) => sequence > after && !undoneBy.has(scanId))) return true;
  return hadCome && !admissions.some(({ scanId, sequence }) => sequence <= after && (undoneBy.get(scanId) ?? 0) > after);
}

/**
 * What a phone knows about a ticket: its row, and what the phone did with it since the offline manifest. `scans`: the phone's own scans of the ticket
 * and their undos, by number; `after`: the last scan that the server had when it made the offline manifest; `deniedSince`: when a rejection that
 * still counts happened at the earliest. Undefined for an unknown ticket.
 */
export function ticketOf(
  row: OfflineManifestRow | undefined,
  scans: readonly StoredScan[],
  after: number,
  deniedSince = new Date(0),
): PhoneTicket | undefined {
  const moves = scans.filter(
    (scan) => isAdmission(scan) || ((scan.kind === 'out' || scan.kind === 'undo') && scan.outcome?.result !== 'impossible'),
  );
  const undone = new Set(moves.map(({ undoneScanId }) => undoneScanId));
  const isDenied = isRejected(row, scans, { after, deniedSince });
  if (!row && moves.length === 0 && !isDenied) return undefined;
  // An admission by this phone counts even if the row is older; an undo, an exit or a conflict only until a newer offline manifest includes it.
  const counts = (scan: StoredScan) => scan.sequence > after || !isUseless(scan);
  const admission = moves.findLast((scan) => isAdmission(scan) && !undone.has(scan.scanId) && counts(scan));
  // No offline manifest has a ticket of another event.
  const since = row ? moves.filter(({ sequence }) => sequence > after) : moves;
  const freeing = new Set(since.map(({ undoneScanId }) => undoneScanId));
  const isFreed = moves.some((scan) => freeing.has(scan.scanId) && madeUsed(scan, after));
  const usedByRow = row?.usedAt && !isFreed ? new Date(row.usedAt) : null;
  const usedAt = admission ? momentOf(admission) : usedByRow;
  const last = since.at(-1);
  const ticket = toTicket(row, usedAt, usedAt !== null && (last ? last.kind === 'out' : (row?.hasLeft ?? false)));
  return { ...ticket, isRejected: isDenied };
}

/** A door rejected the holder, by the server's state and this phone's scans since, and nobody came in with the ticket since. */
function isRejected(
  row: OfflineManifestRow | undefined,
  scans: readonly StoredScan[],
  { after, deniedSince }: { after: number; deniedSince: Date },
): boolean {
  // An undo stops the refund first, and the denial stands.
  const refunding = new Set(scans.filter(isRefunding).map(({ scanId }) => scanId));
  const stopsRefund = ({ kind, undoneScanId }: StoredScan) => kind === 'undo' && refunding.has(undoneScanId ?? '');
  const possible = scans.filter((scan) => scan.outcome?.result !== 'impossible' && !stopsRefund(scan));
  const undone = new Set(possible.map(({ undoneScanId }) => undoneScanId));
  const own = possible.filter(
    ({ kind, sequence, scanId }) => kind === 'reject' && (row === undefined || sequence > after) && !undone.has(scanId),
  );
  const known = possible.filter(({ kind, sequence, scanId }) => kind === 'reject' && sequence <= after && undone.has(scanId));
  const isTakenBack = known.some(({ scanId }) => possible.some((scan) => scan.undoneScanId === scanId && scan.sequence > after));
  const entered = possible.findLast((scan) => isAdmission(scan) && !undone.has(scan.scanId));
  const isSince = (at: number) => at > deniedSince.getTime() && (entered === undefined || momentOf(entered).getTime() < at);
  return (
    own.some((scan) => isSince(momentOf(scan).getTime())) ||
    (!isTakenBack && row?.rejection != null && isSince(Date.parse(row.rejection.at)))
  );
}

const toTicket = (row: OfflineManifestRow | undefined, usedAt: Date | null, hasLeft: boolean): PhoneTicket => ({
  state: row?.state ?? 'valid',
  usedAt,
  hasLeft,
  isBanned: row?.isBanned ?? false,
  needsName: row?.needsName,
});
