import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { StaffNotificationsInput } from './staff-notifications.schemas.ts';

/** `offered`: the mails that the caller's rights allow. `address`: where they go; null until it is proved. */
export const StaffNotificationsView = StaffNotificationsInput.extend({
  offered: z.object({ soldOut: z.boolean(), waitingGuests: z.boolean() }),
  address: z.string().nullable(),
});
export type StaffNotificationsView = z.infer<typeof StaffNotificationsView>;

export const staffNotificationsContract = {
  get: endpoint('GET', '/staff/notifications', 'console.open', {
    summary: 'Get the caller’s email notifications',
    output: StaffNotificationsView,
  }),
  change: endpoint('PUT', '/staff/notifications', 'console.open', {
    summary: 'Set the caller’s email notifications',
    body: StaffNotificationsInput,
    output: StaffNotificationsView,
    invalidStatus: 422,
  }),
};
