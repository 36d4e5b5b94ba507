import { passkeysContract } from '#shared/accounts/passkeys.contract.ts';
import { secondFactorContract } from '#shared/accounts/second-factor.contract.ts';
import { createClient } from '#shared/contract.ts';
import { sendAsUser, sendUnasked } from '#web/lib/browser-api.ts';

const contract = { secondFactor: secondFactorContract, passkeys: passkeysContract };

/** Separate from the other calls, so that no visitor's browser loads their names. */
export const { secondFactor, passkeys } = createClient(contract, sendAsUser);

/** Answer the question whether it is the user: another question meanwhile would wait for this one. */
const unasked = createClient(contract, sendUnasked);
export const { confirm } = unasked.secondFactor;
export const askForPasskey = unasked.passkeys.askConfirmation;
