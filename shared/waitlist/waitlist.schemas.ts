import { z } from 'zod';
import { TICKETS_PER_PERSON_MAX } from '#shared/constants.ts';

/** For how many places a guest waits. */
export const WaitlistInput = z.object({ quantity: z.number().int().min(1).max(TICKETS_PER_PERSON_MAX) });
export type WaitlistInput = z.infer<typeof WaitlistInput>;
