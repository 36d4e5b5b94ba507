import type { ScanKind } from './scanner-devices.ts';

/** What a scan was, for people who read about it later. */
export const SCAN_OUTCOMES = [
  'accepted',
  'back_in',
  'conflict',
  'rejected',
  'refused',
  'out',
  'undone',
  'refund_undone',
  'rejection_undone',
  'device_ended',
] as const;
export type ScanOutcome = (typeof SCAN_OUTCOMES)[number];

type StoredScan = { kind: ScanKind; result: 'accepted' | 'rejected' | 'refused' | 'conflict' | 'noted'; reason: string };

/** Names what a stored scan was: `noted` alone does not show an exit or an undo. */
export function scanOutcome({ kind, result, reason }: StoredScan): ScanOutcome {
  if (result === 'accepted') return reason === 'back_in' ? 'back_in' : 'accepted';
  if (result !== 'noted') return result;
  if (reason === 'refund_undone') return 'refund_undone';
  if (reason === 'rejection_undone') return 'rejection_undone';
  if (reason === 'device_ended') return 'device_ended';
  return kind === 'out' ? 'out' : 'undone';
}
