import { z } from 'zod';
import { jsonLongId, wireLongId, wireTime } from '#shared/wire.ts';
import { SCAN_KINDS } from './passes.ts';

export const SCANS_PER_UPLOAD = 200;
/** A day: no clock of a phone that could sign its calls is further off, as the phone reckons it. */
const OFFSET_MAX_MS = 86_400_000;
const DAY_MS = OFFSET_MAX_MS;

/**
 * One thing that happened at a phone with a pass (docs/decisions/0083), as the phone stored it before anybody saw the colour. `sequence`
 * counts the scans of the pass from 1. `at` is the phone's own time; `offsetMs` is how far its clock was ahead, `uncertaintyMs` how sure that
 * is. `decidedBy`: `server` asks for the decision; `phone` reports the one that was shown, in `shown`.
 */
export const PassScan = z.object({
  scanId: z.uuid(),
  sequence: z.number().int().min(1).max(1_000_000),
  kind: z.enum(SCAN_KINDS),
  /** The whole text of the ticket's code. */
  code: z.string().max(5_000).optional(),
  /** The ticket's number where it was typed by hand. */
  ticketId: wireLongId.optional(),
  /** The scan that an undo takes back. */
  undoneScanId: z.uuid().optional(),
  at: wireTime,
  offsetMs: z.number().int().min(-OFFSET_MAX_MS).max(OFFSET_MAX_MS),
  uncertaintyMs: z.number().int().min(0).max(DAY_MS),
  decidedBy: z.enum(['server', 'phone']),
  shown: z.object({ result: z.enum(['accepted', 'rejected', 'refused']), reason: z.string().max(40) }).optional(),
  /** The `serverTime` of the pack by which the phone decided. */
  packVersion: wireTime.optional(),
});
export type PassScan = z.output<typeof PassScan>;

/** Scans in the order of their numbers; what the phone has left to send after them. */
export const ScanUpload = z.object({
  scans: z.array(PassScan).max(SCANS_PER_UPLOAD),
  unsent: z.number().int().min(0).max(1_000_000).optional(),
});
export type ScanUpload = z.output<typeof ScanUpload>;

/**
 * What became of an uploaded scan. `conflict`: admitted by the phone alone against what the server knew; `noted`: neither admits nor
 * refuses; `impossible`: kept nowhere, because the pass may not do it or there is nothing to undo.
 */
export const ScanOutcome = z.object({
  scanId: z.uuid(),
  result: z.enum(['accepted', 'rejected', 'refused', 'conflict', 'noted', 'impossible']),
  reason: z.string(),
  ticketId: jsonLongId.nullable(),
});
export type ScanOutcome = z.infer<typeof ScanOutcome>;

export const ScanReceipt = z.object({ serverTime: wireTime, lastSequence: z.number().int(), outcomes: z.array(ScanOutcome) });
export type ScanReceipt = z.infer<typeof ScanReceipt>;
