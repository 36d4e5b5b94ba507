import { z } from 'zod';

/** Long enough for any name in two scripts. */
export const HOLDER_NAME_MAX = 80;

/** Who is to enter with a ticket; empty if not named. */
export const HolderNameInput = z.object({ name: z.string().trim().max(HOLDER_NAME_MAX, 'validation.too_long') });

/** Far longer than the token of any link. */
export const LINK_TOKEN_MAX = 200;
