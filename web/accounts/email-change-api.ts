import { emailChangeContract } from '#shared/accounts/email-change.contract.ts';
import { createClient } from '#shared/contract.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';

export const { emailChange } = createClient({ emailChange: emailChangeContract }, sendAsUser);
