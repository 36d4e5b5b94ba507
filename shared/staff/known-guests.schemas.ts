import { z } from 'zod';
import { LANGUAGES, type Status } from '#shared/constants.ts';

/** The most lines and characters of one import. */
export const KNOWN_GUESTS_MAX = 1_000;
export const GUEST_FILE_MAX = 200_000;

/** The statuses that an import may give. A rejection or a ban is about a person, who is known by number, not by address. */
export const GIVEN_STATUSES = ['Verified', 'Welcomed_Guest'] as const satisfies readonly Status[];
export type GivenStatus = (typeof GIVEN_STATUSES)[number];

/**
 * `text`: the file. `language`: of an invitation whose line names none. `changesAccounts`: guests who already have a verified email get the
 * status of their line now.
 */
export const GuestFile = z.object({
  text: z
    .string()
    .max(GUEST_FILE_MAX, 'validation.too_long')
    .refine((text) => text.trim() !== '', 'validation.guest_file_required'),
  language: z.enum(LANGUAGES),
  changesAccounts: z.boolean(),
});
export type GuestFile = z.output<typeof GuestFile>;
