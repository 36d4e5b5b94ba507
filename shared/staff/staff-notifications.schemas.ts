import { z } from 'zod';

/** How often staff are mailed that guests wait for verification; `daily` is at noon. */
export const WAITING_MAILS = ['never', 'hourly', 'daily'] as const;

/** The mails about the club that somebody of the team gets. */
export const StaffNotificationsInput = z.object({
  soldOut: z.boolean('validation.invalid'),
  waitingGuests: z.enum(WAITING_MAILS, 'validation.invalid'),
});
export type StaffNotificationsInput = z.infer<typeof StaffNotificationsInput>;
