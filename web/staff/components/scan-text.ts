import { SCAN_OUTCOMES, type ScanOutcome } from '#shared/door/scan-outcome.ts';
import type { Translate } from '#shared/translate.ts';

const REASONS = [
  'admitted_other_event',
  'banned',
  'code_tampered',
  'code_replaced',
  'entry_used',
  'event_cancelled',
  'free_until_over',
  'full',
  'list_full',
  'not_listed',
  'not_on_list',
  'not_open_yet',
  'other_event',
  'device_ended',
  'rejected_by_staff',
  'rejected_before',
  'right_missing',
  'drunk',
  'no_id',
  'too_young',
  'behaviour',
  'admitted_rejected',
  'admitted_free_until_over',
  'admitted_list_full',
  'refund_not_allowed',
  'ticket_not_found',
  'ticket_refunded',
  'ticket_revoked',
  'ticket_transferred',
  'needs_name',
  'ticket_used',
  'without_code',
] as const;

/** Outcomes that need no reason. */
const PLAIN: ReadonlySet<ScanOutcome> = new Set(['back_in', 'out', 'undone', 'refund_undone', 'rejection_undone', 'device_ended']);

/** Why a scan ended so; undefined for a reason that says no more than the outcome. */
export function scanReason(reason: string, t: Translate): string | undefined {
  const known = REASONS.find((each) => each === reason);
  return known && t(`staff-scans:reasons.${known}`);
}

/** These texts begin small, as most are the end of a sentence. Georgian has no capitals. */
export const capitalized = (text: string): string => text.replace(/^[a-z]/, (letter) => letter.toUpperCase());

/** The outcome of a scan at the door, and its reason. An unknown one is shown as stored. */
export function scanText({ outcome, reason }: { outcome: string; reason: string }, t: Translate): string {
  const known = SCAN_OUTCOMES.find((each) => each === outcome);
  if (!known) return outcome;
  const said = t(`staff-scans:outcomes.${known}`);
  if (PLAIN.has(known) || reason === 'valid' || reason === 'on_list') return said;
  return t('staff-scans:with_reason', { outcome: said, reason: scanReason(reason, t) ?? reason });
}
