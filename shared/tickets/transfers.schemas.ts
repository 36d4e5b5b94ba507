import { z } from 'zod';

/** Long enough for any name in two scripts. */
const HOLDER_NAME_MAX = 80;

/** Who is to come in with a ticket; empty for nobody in particular. */
export const HolderNameInput = z.object({ name: z.string().trim().max(HOLDER_NAME_MAX, 'validation.too_long') });
