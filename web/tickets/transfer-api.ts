import { createClient } from '#shared/contract.ts';
import { claimsContract } from '#shared/tickets/claims.contract.ts';
import { transfersContract } from '#shared/tickets/transfers.contract.ts';
import { sendAsUser } from '#web/lib/browser-api.ts';

/** The calls about transfer options, and about places for friends. */
export const { transfers, claims } = createClient({ transfers: transfersContract, claims: claimsContract }, sendAsUser);
