import { z } from 'zod';
import { ForgotPasswordInput, personalNumber, personalNumberProblem } from '#shared/accounts/account.schemas.ts';
import { STATUSES } from '#shared/constants.ts';
import { wireTime } from '#shared/wire.ts';
import { REASON_MAX, reason, requiredText } from './reason.schemas.ts';

/** The maximum length of a note about a guest. */
export const NOTE_MAX = 2_000;

/** Counting guests of one status stops here, far above what verification can handle at once. */
export const GUESTS_COUNTED = 1_000;

export const GuestNoteInput = z.object({ text: requiredText(NOTE_MAX, 'validation.note_required') });

/** `until` is null for a ban without an end. */
export const BanInput = z.object({ reason, until: wireTime.nullable() });

/**
 * `from` is the status that the caller saw: if it has changed, the command is a conflict. The guest sees the reason only with `sendReason`.
 */
export const StatusChange = z.object({
  status: z.enum(STATUSES),
  tellGuest: z.boolean(),
  from: z.enum(STATUSES).optional(),
  reason: z.string().trim().max(REASON_MAX, 'validation.too_long').optional(),
  sendReason: z.boolean().optional(),
});
export type StatusChange = z.output<typeof StatusChange>;

/** `endsBan`: the account's current ban was meant for another person, such as the owner of the previous number. */
export const PersonalNumberChange = z.object({ personalNumber, endsBan: z.boolean().optional() });
export type PersonalNumberChange = z.output<typeof PersonalNumberChange>;

/** The typed number, checked by the rule of the guest's country. */
export const personalNumberChangeIn = (country: string) =>
  PersonalNumberChange.superRefine((change, context) => {
    const problem = personalNumberProblem(change.personalNumber, country);
    if (problem) context.addIssue({ code: 'custom', path: ['personalNumber'], message: problem });
  });

/** A guest's new address and the reason, which is only in the audit log. */
export const GuestEmailChange = z.object({ email: ForgotPasswordInput.shape.email, reason });
export type GuestEmailChange = z.output<typeof GuestEmailChange>;
