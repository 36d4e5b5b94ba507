import { z } from 'zod';

/** How often staff get mails about guests waiting for verification; `daily` is at noon. */
export const WAITING_MAILS = ['never', 'hourly', 'daily'] as const;

/** The mails about the club that a team member gets. */
export const StaffNotificationsInput = z.object({
  soldOut: z.boolean('validation.invalid'),
  waitingGuests: z.enum(WAITING_MAILS, 'validation.invalid'),
});
export type StaffNotificationsInput = z.infer<typeof StaffNotificationsInput>;
