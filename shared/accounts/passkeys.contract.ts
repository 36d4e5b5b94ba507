import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { AccessTokenView } from './accounts.contract.ts';
import { PasskeyAssertion, PasskeyAttestation } from './passkey.schemas.ts';
import { SecondFactorInput } from './second-factor.contract.ts';
import { NewFactorInput } from './second-factor.schemas.ts';

const credentials = z.array(z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) }));

/** For `navigator.credentials.create` (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
export const NewPasskeyView = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: z.literal('public-key') })),
  timeout: z.number().int(),
  excludeCredentials: credentials,
  authenticatorSelection: z.object({ residentKey: z.literal('preferred'), userVerification: z.literal('preferred') }),
  attestation: z.literal('none'),
});
export type NewPasskeyView = z.infer<typeof NewPasskeyView>;

/** For `navigator.credentials.get` (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
export const PasskeyRequestView = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  allowCredentials: credentials,
  userVerification: z.literal('preferred'),
});
export type PasskeyRequestView = z.infer<typeof PasskeyRequestView>;

const login = SecondFactorInput.pick({ challenge: true });
export const PasskeySignInInput = login.extend({ passkey: PasskeyAssertion });
export type PasskeySignInInput = z.output<typeof PasskeySignInInput>;

export const NewPasskeyInput = NewFactorInput.extend({ passkey: PasskeyAttestation });
export type NewPasskeyInput = z.output<typeof NewPasskeyInput>;

/** Each challenge works once, for five minutes; a newer one of that session or login replaces it. */
export const passkeysContract = {
  begin: endpoint('POST', '/auth/passkeys/options', 'user', {
    summary: 'Create a challenge for a new passkey, with the browser’s options; it excludes the account’s passkeys',
    output: NewPasskeyView,
    confirmed: true,
    errors: ['second_factor_limit'],
  }),
  add: endpoint('POST', '/auth/passkeys', 'user', {
    summary:
      'Add a passkey for this session’s latest challenge; returns ten recovery codes if the account has none left, else an empty list. 409 if it was added before',
    body: NewPasskeyInput,
    output: z.object({ recoveryCodes: z.array(z.string()) }),
    confirmed: true,
    errors: ['conflict', 'second_factor_limit', 'wrong_passkey'],
  }),
  askSignIn: endpoint('POST', '/auth/second-factor/passkey/options', 'public', {
    summary: 'Create a passkey challenge for the second step of a login; 409 if the account has no passkey',
    body: login,
    output: PasskeyRequestView,
    errors: ['challenge_expired', 'conflict'],
  }),
  signIn: endpoint('POST', '/auth/second-factor/passkey', 'public', {
    summary: 'Complete a login that returned `second_factor_required`, with a passkey',
    body: PasskeySignInInput,
    output: AccessTokenView,
    errors: ['challenge_expired', 'passkey_refused'],
  }),
  askConfirmation: endpoint('POST', '/auth/confirm/passkey/options', 'user', {
    summary: 'Create a passkey challenge for `POST /auth/confirm`; 409 if the caller has no passkey',
    output: PasskeyRequestView,
    errors: ['conflict'],
  }),
};
