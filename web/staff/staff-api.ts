import { createStaffApi } from '#shared/staff-api.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';

/** The console's calls. */
export const staffApi = createStaffApi(sendAsUser);

/** The address of a section: `guests/12` is `/staff/guests/12`. */
export const staffPath = (path: string): string => (path === '' ? '/staff' : `/staff/${path}`);
