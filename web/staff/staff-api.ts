import { createStaffApi } from '#shared/staff-api.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';

/** The console's calls. */
export const staffApi = createStaffApi(sendAsUser);
