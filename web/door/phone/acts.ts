import type { RejectReason } from '#shared/door/scanner-devices.ts';
import type { RefundState } from './door-phone.ts';
import { isAdmission, isRefunding, momentOf, refundStateOf, undoOf } from './own-scans.ts';
import type { ConflictGuest, ScanLog } from './scan-log.ts';
import type { StoredScan } from './store.ts';

/**
 * Something that this phone did. `people`: of a guest list entry. `reason`: why nobody was admitted. `undoes`: what an undo would take back:
 * the act, or of a denial only its refund.
 */
export type Act = {
  scanId: string;
  at: Date;
  does: 'admitted' | 'rejected' | 'refused' | 'out' | 'plus' | 'minus';
  reason: string;
  because: RejectReason | undefined;
  guest: ConflictGuest | undefined;
  entryId: number | undefined;
  people: number;
  refund: RefundState | 'stopped' | undefined;
  isUndone: boolean;
  undoes: 'act' | 'refund' | undefined;
};

const ACTS_SHOWN = 50;

/** What this phone did last, newest first. An undo and a rejection that got a reason are part of the act that they change. */
export async function readActs(log: ScanLog, now: Date): Promise<Act[]> {
  const all = log.all();
  const possible = all.filter(({ outcome }) => outcome?.result !== 'impossible');
  const undone = new Set(possible.filter(({ kind }) => kind === 'undo').map(({ undoneScanId }) => undoneScanId));
  const acknowledged = new Set(possible.filter(({ kind, outcome }) => kind === 'undo' && outcome).map(({ undoneScanId }) => undoneScanId));
  const replaced = new Set(possible.filter(({ kind }) => kind === 'reject').map(({ undoneScanId }) => undoneScanId));
  const shown = possible.filter((scan) => doesOf(scan) !== undefined && !replaced.has(scan.scanId)).slice(-ACTS_SHOWN);
  const acts = shown.toReversed().map(async (scan): Promise<Act[]> => {
    const does = doesOf(scan);
    const known = scan.guest ? scan : possible.find(({ key, guest }) => guest !== undefined && key === scan.key);
    const { scanId, because, entryId, people = 1, outcome, shown: said } = scan;
    const reason = outcome?.reason ?? said?.reason ?? '';
    const guest = known && (await log.guestOf(known));
    const isStopped = acknowledged.has(scanId) && isRefunding(scan);
    const refund: Act['refund'] = isStopped ? 'stopped' : refundStateOf(scan);
    const undoing = { refund, isUndone: undone.has(scanId) && !isRefunding(scan), undoes: undoOf(scan, all, now) };
    return does ? [{ scanId, at: momentOf(scan), does, reason, because, guest, entryId, people, ...undoing }] : [];
  });
  return (await Promise.all(acts)).flat();
}

function doesOf(scan: StoredScan): Act['does'] | undefined {
  const { kind, shown, outcome } = scan;
  if (kind === 'undo') return undefined;
  if (kind === 'reject') return 'rejected';
  if (kind !== 'in') return kind;
  if (isAdmission(scan)) return 'admitted';
  return shown || outcome ? 'refused' : undefined;
}
