import { createClient } from '#shared/contract.ts';
import { handoverContract } from '#shared/tickets/handover.contract.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';

/** Calls about handing tickets over. */
export const { handover } = createClient({ handover: handoverContract }, sendAsUser);
