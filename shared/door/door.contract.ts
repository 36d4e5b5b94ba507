import { z } from 'zod';
import { GuestView } from '#shared/accounts/accounts.contract.ts';
import { endpoint } from '#shared/contract.ts';
import { HOLDER_NAME_MAX } from '#shared/tickets/transfers.schemas.ts';
import { jsonId, jsonLongId, wireId, wireLongId, wireTime } from '#shared/wire.ts';

/** Some clients send null for a missing value. */
const absent = <T>(value: T | null | undefined): T | undefined => value ?? undefined;

/**
 * `code`: the whole QR text; without it the entry is manual and audited. A repeated `scanId` gets the same answer. `eventId`: the event of
 * the door; without it the ticket must be for an event whose door is near, and the scan is marked as unnamed. `admitOtherEvent`:
 * intentionally admits a ticket of another event; written to the audit log. `admitRejected`: whether to admit a guest whom a door rejected
 * in the last hours; without it, such a guest is admitted like any other, as the specification's clients expect. `name`: of a guest whom
 * staff admit with a ticket that nobody claimed; written to the audit log.
 */
export const ScanInput = z.object({
  isReject: z.boolean(),
  /** Digits as text are accepted too, because clients cut the number out of the QR text. */
  ticketId: wireLongId,
  /** Any text that a camera may read; one that is not ours is refused as tampered. */
  code: z.string().max(5_000).nullish().transform(absent),
  scanId: z.uuid().nullish().transform(absent),
  scannedAt: wireTime.nullish().transform(absent),
  device: z.string().max(100).nullish().transform(absent),
  eventId: wireId.nullish().transform(absent),
  admitOtherEvent: z.boolean().nullish().transform(absent),
  admitRejected: z.boolean().nullish().transform(absent),
  name: z.string().trim().min(1, 'validation.invalid').max(HOLDER_NAME_MAX, 'validation.too_long').nullish().transform(absent),
});
type Checked = z.output<typeof ScanInput>;
export type ScanInput = Pick<Checked, 'isReject' | 'ticketId'> & Partial<Omit<Checked, 'isReject' | 'ticketId'>>;

export const ScanView = z.object({
  result: z.enum(['accepted', 'rejected']),
  /** `rejected` is only the answer to `isReject`: any other refusal is an error. `admitted_…`: intentionally. */
  reason: z.enum(['valid', 'admitted_other_event', 'admitted_rejected', 'rejected_by_staff']),
  ticket: z.object({
    id: jsonLongId,
    eventId: jsonId,
    eventName: z.string(),
    eventNameLat: z.string(),
    startDate: wireTime,
    ticketTypeName: z.string(),
    ticketTypeNameLat: z.string(),
    /** Who is to enter with it, as entered by its owner; empty if not named. */
    holderName: z.string(),
    usedAt: wireTime.nullable(),
  }),
  guest: GuestView,
});
export type ScanView = z.infer<typeof ScanView>;

/** An event for which a door may scan. `isRunning`: between start and end by the server's clock; `isOver`: after its end. */
export const DoorEvent = z.object({
  id: jsonId,
  name: z.string(),
  nameLat: z.string(),
  startDate: wireTime,
  endDate: wireTime,
  isRunning: z.boolean(),
  isOver: z.boolean(),
  /** The people inside; null for an event that is not running. */
  inside: z.number().int().min(0).nullable(),
});
export type DoorEvent = z.infer<typeof DoorEvent>;

export const doorContract = {
  events: endpoint('GET', '/QRCode/events', 'door.run', {
    summary: 'List the events that can be scanned: running ones, latest start first, then the nearest in time',
    output: z.array(DoorEvent),
  }),
  scan: endpoint('POST', '/QRCode/scan', 'door.run', {
    summary: 'Admit a ticket, at most once, or deny it',
    body: ScanInput,
    output: ScanView,
    errors: [
      'banned_at_door',
      'code_replaced',
      'code_tampered',
      'event_cancelled',
      'event_not_found',
      'idempotency_reused',
      'needs_name',
      'other_event',
      'rejected_before',
      'ticket_not_found',
      'ticket_refunded',
      'ticket_revoked',
      'ticket_transferred',
      'ticket_used',
    ],
  }),
  undo: endpoint('POST', '/QRCode/undo', 'door.run', {
    summary: 'Undo an admission. Repeating it changes nothing',
    body: z.object({ scanId: z.uuid() }),
    /** The ticket is valid again; false if another person also came in with it. */
    output: z.object({ isUnused: z.boolean() }),
    errors: ['nothing_to_undo'],
  }),
};
