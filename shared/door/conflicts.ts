import { z } from 'zod';
import { jsonLongId, wireTime } from '#shared/wire.ts';

/** An admission by a door: a pass by its name, or somebody of staff. `uncertaintyMs`: how far its time may be off. */
export const Admission = z.object({ door: z.string(), at: wireTime, uncertaintyMs: z.number().int() });
export type Admission = z.infer<typeof Admission>;

/**
 * Somebody whom a phone without a network let in, against what the server knew (docs/decisions/0083). `reason`: `ticket_used` when somebody
 * had come in with the ticket; then `admissions` has both, in their true order as far as `isOrderCertain`. `ticketId` and `guest` are null
 * for a code that is none of ours. `entry`: of a guest list, with the list's name and how many people came.
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
 * A conflict as phones get it, without a name or an id of a ticket. `key`: of the ticket's row in the pack; null for a code that is none of ours.
 * `entryId`: of a guest list.
 * `passId` is null and `door` empty for somebody of staff, whose name no phone gets.
 */
export const PhoneConflict = z.object({
  id: jsonLongId,
  reason: z.string(),
  key: z.string().nullable(),
  entryId: jsonLongId.nullable(),
  admissions: z.array(Admission.extend({ passId: z.uuid().nullable() })),
  isOrderCertain: z.boolean(),
});
export type PhoneConflict = z.infer<typeof PhoneConflict>;
