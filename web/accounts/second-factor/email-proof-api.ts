import { emailProofContract } from '#shared/accounts/email-proof.contract.ts';
import { createClient } from '#shared/contract.ts';
import { sendUnasked } from '#web/lib/browser-api.ts';

/** Separate from the other calls, so that other visitors do not load it. */
export const { emailProof } = createClient({ emailProof: emailProofContract }, sendUnasked);
