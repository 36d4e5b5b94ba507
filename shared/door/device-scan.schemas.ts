import { z } from 'zod';
import { jsonLongId, wireLongId, wireTime } from '#shared/wire.ts';
import { Admission } from './conflicts.ts';
import { PLUS_ONES_MAX } from '#shared/guest-lists/entry-limits.ts';
import { OfflineManifestEvent, Rejection } from './offline-manifest.ts';
import { QUESTIONS } from './questions.ts';
import { REJECT_REASONS, SCAN_KINDS, SHOWN_REASONS } from './scanner-devices.ts';
import { GuestRow } from './encrypted-row.ts';

export const SCANS_PER_UPLOAD = 200;
const REFUND_REASON_MAX = 300;
const CODE_MAX = 5_000;
/** The largest upload: every scan with the longest code. */
export const UPLOAD_MAX_BYTES = SCANS_PER_UPLOAD * (CODE_MAX + 1_000);

const DAY_MS = 86_400_000;
/** A phone that can sign its calls has a clock less than a day off; larger computed values count as a day. */
const clamped = (least: number) => z.number().transform((value) => Math.round(Math.max(least, Math.min(DAY_MS, value))));
const offsetMs = clamped(-DAY_MS);
const uncertaintyMs = clamped(0);

/**
 * An action on a scanner device (docs/decisions/0083), as stored before the verdict was shown. `sequence` counts the scans of the scanner device
 * from 1. `at` is the phone's own time; `offsetMs` is how far its clock was ahead, `uncertaintyMs` the uncertainty. `decidedBy`: `server`
 * asks for the decision; `phone` reports the one that was shown, in `shown`.
 */
export const DeviceScan = z.object({
  scanId: z.uuid(),
  sequence: z.number().int().min(1).max(1_000_000),
  kind: z.enum(SCAN_KINDS),
  /** The whole text of the ticket's code. */
  code: z.string().max(CODE_MAX).optional(),
  /** The ticket number, if typed by hand. */
  ticketId: wireLongId.optional(),
  /** The guest list entry by which `people` come in at once, only with `in`; one person if missing. */
  entryId: wireLongId.optional(),
  people: z
    .number()
    .int()
    .min(1)
    .max(PLUS_ONES_MAX + 1)
    .optional(),
  /** The scan that an undo takes back, or the rejection that one with a reason replaces. */
  undoneScanId: z.uuid().optional(),
  /** With `in`: the questions that a person answered with Admit. Missing before release 1.1. */
  answered: z.array(z.enum(QUESTIONS)).max(QUESTIONS.length).optional(),
  /** With `reject`. */
  because: z.enum(REJECT_REASONS).optional(),
  /** With `reject`: the guest is refunded a minute later, unless this scan is undone. */
  refund: z.object({ reason: z.string().trim().min(1).max(REFUND_REASON_MAX) }).optional(),
  at: wireTime,
  offsetMs,
  uncertaintyMs,
  decidedBy: z.enum(['server', 'phone']),
  shown: z.object({ result: z.enum(['accepted', 'rejected', 'refused']), reason: z.enum(SHOWN_REASONS) }).optional(),
  /** The `serverTime` of the offline manifest that the phone decided by. */
  offlineManifestVersion: wireTime.optional(),
});
export type DeviceScan = z.output<typeof DeviceScan>;

/** The state of a phone: scans left to send after this upload, the `serverTime` of its offline manifest, and its clock as in `DeviceScan`. */
export const PhoneReport = z.object({
  unsent: z.number().int().min(0).max(1_000_000),
  offlineManifestVersion: wireTime.nullable(),
  offsetMs,
  uncertaintyMs,
});
export type PhoneReport = z.output<typeof PhoneReport>;

/** A scan of which only these fields can be read; it does not block the others. */
const UnreadableScan = z
  .looseObject({ scanId: DeviceScan.shape.scanId, sequence: DeviceScan.shape.sequence })
  .transform(({ scanId, sequence }) => ({ scanId, sequence, isUnreadable: true as const }));
type UnreadableScan = z.output<typeof UnreadableScan>;

/** Scans in order of their numbers; an empty upload only reports the phone's state. */
export const ScanUpload = z.object({
  scans: z.array(z.union([DeviceScan, UnreadableScan])).max(SCANS_PER_UPLOAD),
  report: PhoneReport.optional(),
});
export type ScanUpload = z.output<typeof ScanUpload>;

/**
 * The outcome of an uploaded scan. `conflict`: admitted by the offline phone against what the server knew; `noted`: neither admits nor
 * refuses; `impossible`: not stored, because the scanner device lacks the right, there is nothing to undo, or the scan cannot be read.
 */
export const ScanOutcome = z.object({
  scanId: z.uuid(),
  result: z.enum(['accepted', 'rejected', 'refused', 'conflict', 'noted', 'impossible']),
  reason: z.string(),
  ticketId: jsonLongId.nullable(),
  /** Where and when the ticket was used, for `ticket_used`; `door` is empty for staff. */
  used: Admission.nullable(),
  /** When and where a door rejected the guest, for `rejected_before`. */
  rejection: Rejection.nullable(),
  /** The event of a ticket that is refused because of its event; null for a draft. */
  event: OfflineManifestEvent.nullable(),
  /** The holder and the lookup key, for a typed number: a number alone opens no row of the offline manifest. */
  guest: GuestRow.nullable(),
  key: z.string().nullable(),
  /** Until when an undo of this rejection stops its refund. Missing without a refund. */
  refundAt: wireTime.optional(),
});
export type ScanOutcome = z.infer<typeof ScanOutcome>;

/** `serverMs`: the server's clock in milliseconds since 1970. */
export const ScanReceipt = z.object({
  serverTime: wireTime,
  serverMs: z.number().int(),
  lastSequence: z.number().int(),
  outcomes: z.array(ScanOutcome),
});
export type ScanReceipt = z.infer<typeof ScanReceipt>;
