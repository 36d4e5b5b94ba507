import { secondFactorContract } from '#shared/accounts/second-factor.contract.ts';
import { createClient } from '#shared/contract.ts';
import { sendAsUser, sendUnasked } from '#web/lib/browser-api.ts';

/** Separate from the other calls, so that no visitor's browser loads their names. */
export const { secondFactor } = createClient({ secondFactor: secondFactorContract }, sendAsUser);

/** Answers the question whether it is the user: another question meanwhile would wait for this one. */
export const { confirm } = createClient({ secondFactor: secondFactorContract }, sendUnasked).secondFactor;
