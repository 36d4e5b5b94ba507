import { z } from 'zod';

/** Bytes as base64url, as browsers send them. */
const BASE64URL = /^[A-Za-z0-9_-]+$/;
const CREDENTIAL_ID_MAX = 1400;
const CLIENT_DATA_MAX = 4000;
const ATTESTATION_MAX = 40_000;
const SIGNED_MAX = 12_000;
const TRANSPORTS_MAX = 10;
const TRANSPORT_MAX = 30;

const bytes = (max: number) => z.string('validation.invalid').max(max, 'validation.invalid').regex(BASE64URL, 'validation.invalid');

const credential = {
  id: bytes(CREDENTIAL_ID_MAX),
  rawId: bytes(CREDENTIAL_ID_MAX),
  type: z.literal('public-key', 'validation.invalid'),
};

/** A browser's response for a new passkey (WebAuthn, RegistrationResponseJSON); unused fields are left out. */
export const PasskeyAttestation = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(CLIENT_DATA_MAX),
    attestationObject: bytes(ATTESTATION_MAX),
    /** How the browser reaches the authenticator, such as `internal` or `usb`. */
    transports: z.array(z.string().max(TRANSPORT_MAX, 'validation.invalid')).max(TRANSPORTS_MAX, 'validation.invalid').optional(),
  }),
});
export type PasskeyAttestation = z.output<typeof PasskeyAttestation>;

/** A browser's response to a challenge, signed with a passkey (WebAuthn, AuthenticationResponseJSON). */
export const PasskeyAssertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(CLIENT_DATA_MAX),
    authenticatorData: bytes(SIGNED_MAX),
    signature: bytes(SIGNED_MAX),
  }),
});
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;
