import { z } from 'zod';
import { jsonLongId, wireTime } from '#shared/wire.ts';

/** Why an admission is a conflict. */
export const CONFLICT_REASONS = [
  'ticket_used',
  'ticket_refunded',
  'ticket_revoked',
  'ticket_transferred',
  'banned',
  'event_cancelled',
  'other_event',
  'needs_name',
  'code_tampered',
  'ticket_not_found',
  'device_ended',
  'right_missing',
  'without_code',
  'not_on_list',
  'entry_used',
  'list_full',
  'free_until_over',
  'not_open_yet',
  'full',
  'rejected_before',
] as const;

/** An admission by a door: the name of a scanner device or of a staff member. `uncertaintyMs`: how far its time may be off. */
export const Admission = z.object({ door: z.string(), at: wireTime, uncertaintyMs: z.number().int() });
export type Admission = z.infer<typeof Admission>;

/**
 * A guest whom an offline phone admitted against what the server knew (docs/decisions/0083). `reason`: `ticket_used` if another person had
 * come in with the ticket; then `admissions` has both, in true order if `isOrderCertain`. `ticketId` and `guest` are null for a code that
 * is not ours. `entry`: the guest list entry, with the list's name and the number of people.
 */
export const ConflictView = z.object({
  id: jsonLongId,
  reason: z.string(),
  ticketId: jsonLongId.nullable(),
  guest: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  entry: z.object({ id: jsonLongId, list: z.string(), people: z.number().int() }).nullable(),
  admissions: z.array(Admission),
  isOrderCertain: z.boolean(),
});
export type ConflictView = z.infer<typeof ConflictView>;

/**
 * A conflict as phones get it, without names and ticket ids. `key`: of the ticket's row in the offline manifest; null for a code that is not ours.
 * `entryId`: the guest list entry. For staff, `scannerDeviceId` is null and `door` is empty, because phones get no staff names.
 */
export const PhoneConflict = z.object({
  id: jsonLongId,
  reason: z.string(),
  key: z.string().nullable(),
  entryId: jsonLongId.nullable(),
  admissions: z.array(Admission.extend({ scannerDeviceId: z.uuid().nullable() })),
  isOrderCertain: z.boolean(),
});
export type PhoneConflict = z.infer<typeof PhoneConflict>;
