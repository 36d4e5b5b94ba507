import type { PasskeyAssertion, PasskeyAttestation } from '#shared/accounts/passkey.schemas.ts';
import type { NewPasskeyView, PasskeyRequestView } from '#shared/accounts/passkeys.contract.ts';
import { ApiError } from '#shared/errors.ts';
import type { Translate } from '#shared/translate.ts';
import { errorText } from '#web/lib/error-text.ts';
import { withRetries } from '#web/lib/lazy-routes.ts';

/** Returns true if this browser has passkeys; old browsers and insecure contexts have none. */
export const hasPasskeys = (): boolean => typeof Reflect.get(globalThis, 'PublicKeyCredential') === 'function';

/** Why the browser made or used no passkey. */
type PasskeyProblem = 'not_made' | 'not_used' | 'known' | 'wrong_place' | 'failed';

class PasskeyError extends Error {
  readonly problem: PasskeyProblem;

  constructor(problem: PasskeyProblem, cause: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** Loaded only for users of a passkey. */
const library = () =>
  withRetries(() => import('@simplewebauthn/browser')).catch((cause: unknown) => {
    throw new ApiError(0, {}, { cause });
  });

/** Asks the browser to make a passkey. @throws PasskeyError, ApiError */
export async function createPasskey(optionsJSON: NewPasskeyView): Promise<PasskeyAttestation> {
  const { startRegistration } = await library();
  return startRegistration({ optionsJSON }).then(
    ({ id, rawId, type, response: { clientDataJSON, attestationObject, transports = [] } }) => {
      return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
    },
    (error: unknown) => {
      throw new PasskeyError(problemOf(error, 'not_made'), error);
    },
  );
}

/** Asks the browser to sign with a passkey. @throws PasskeyError, ApiError */
export async function signWithPasskey(optionsJSON: PasskeyRequestView): Promise<PasskeyAssertion> {
  const { startAuthentication } = await library();
  return startAuthentication({ optionsJSON }).then(
    ({ id, rawId, type, response: { clientDataJSON, authenticatorData, signature } }) => {
      return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature } };
    },
    (error: unknown) => {
      throw new PasskeyError(problemOf(error, 'not_used'), error);
    },
  );
}

/** Browsers report failures by these names (WebAuthn, 5.1.3 and 5.1.4); a closed window, a timeout and a missing passkey share one. */
const byName = new Map<string, PasskeyProblem | 'cancelled'>([
  ['NotAllowedError', 'cancelled'],
  ['AbortError', 'cancelled'],
  ['InvalidStateError', 'known'],
  ['SecurityError', 'wrong_place'],
]);

function problemOf(error: unknown, cancelled: 'not_made' | 'not_used'): PasskeyProblem {
  const problem = (error instanceof Error ? byName.get(error.name) : undefined) ?? 'failed';
  return problem === 'cancelled' ? cancelled : problem;
}

/** The sentence for a passkey failure of the browser or the server. */
export const passkeyText = (failure: unknown, t: Translate): string =>
  failure instanceof PasskeyError ? t(`accounts:second_factor.passkey_problems.${failure.problem}`) : errorText(failure, t);
