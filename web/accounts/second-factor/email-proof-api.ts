import { emailProofContract } from '#shared/accounts/email-proof.contract.ts';
import { createClient } from '#shared/contract.ts';
import { sendUnasked } from '#web/lib/browser-api.ts';

/** Separate from the other calls, so that no visitor's browser loads their names. */
export const { emailProof } = createClient({ emailProof: emailProofContract }, sendUnasked);
