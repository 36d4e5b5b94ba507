import { createClient } from '#shared/contract.ts';
import { transfersContract } from '#shared/tickets/transfers.contract.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';

/** Calls about handing tickets over. */
export const { transfers } = createClient({ transfers: transfersContract }, sendAsUser);
