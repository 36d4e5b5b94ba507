import { passkeysContract } from '#shared/accounts/passkeys.contract.ts';
import { secondFactorContract } from '#shared/accounts/second-factor.contract.ts';
import { createClient } from '#shared/contract.ts';
import { sendAsUser, sendUnasked } from '#web/lib/browser-api.ts';

const contract = { secondFactor: secondFactorContract, passkeys: passkeysContract };

/** Separate from the other calls, so that other visitors do not load it. */
export const { secondFactor, passkeys } = createClient(contract, sendAsUser);

/** These calls make the confirmation, so they must not require one: they would wait for themselves. */
const unasked = createClient(contract, sendUnasked);
export const { confirm } = unasked.secondFactor;
export const askForPasskey = unasked.passkeys.askConfirmation;
