import { createClient } from '#shared/contract.ts';
import { transfersContract } from '#shared/tickets/transfers.contract.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';

/** The calls about transfer options. */
export const { transfers } = createClient({ transfers: transfersContract }, sendAsUser);
