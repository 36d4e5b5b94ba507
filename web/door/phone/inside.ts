import { isAdmission } from './own-scans.ts';
import type { StoredScan } from './store.ts';

/**
 * The people inside as far as this phone knows: the server's number, and what this phone did after its scan number `after`. `scans`: all
 * scans of this phone.
 */
export function countInside({ inside, after }: { inside: number; after: number }, scans: readonly StoredScan[]): number {
  const possible = scans.filter(({ outcome }) => outcome?.result !== 'impossible');
  const admissions = new Map(possible.filter(isAdmission).map((scan) => [scan.scanId, scan]));
  const change = possible
    .filter(({ sequence }) => sequence > after)
    .map((scan) => {
      const undone = scan.undoneScanId === undefined ? undefined : admissions.get(scan.undoneScanId);
      if (scan.kind !== 'undo') return stepOf(scan);
      admissions.delete(scan.undoneScanId ?? '');
      return undone && !hasGoneOut(undone, scan, possible) ? -stepOf(undone) : 0;
    })
    .reduce((sum, step) => sum + step, 0);
  return Math.max(0, inside + change);
}

function stepOf(scan: StoredScan): number {
  const { kind, people = 1 } = scan;
  if (kind === 'plus') return 1;
  if (kind === 'minus') return -1;
  if (kind === 'out') return -people;
  return isAdmission(scan) ? people : 0;
}

/** The guest went out between this admission and its undo, which therefore changes nobody inside. */
const hasGoneOut = ({ key, sequence }: StoredScan, undo: StoredScan, scans: readonly StoredScan[]): boolean =>
  scans.some(
    (scan) => scan.kind === 'out' && scan.people !== 0 && scan.key === key && scan.sequence > sequence && scan.sequence < undo.sequence,
  );
