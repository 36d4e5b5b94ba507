import type { Env } from '#server/platform/config/env.ts';
import type { PasskeyAssertion, PasskeyAttestation } from '#shared/accounts/passkey.schemas.ts';
import type { PasskeyRequestView, NewPasskeyView } from '#shared/accounts/passkeys.contract.ts';
import { PASSKEY_TIMEOUT_MS } from '#shared/constants.ts';

/** COSE's numbers of EdDSA, ES256 and RS256: every authenticator supports one of them, and every Node version verifies them. */
const ALGORITHMS = [-8, -7, -257];

/** A passkey as it is stored, with bytes in base64url. `signatures`: its own count of them. */
export type Passkey = { credentialId: string; publicKey: string; signatures: number; transports: string[] };
type Known = Pick<Passkey, 'credentialId' | 'transports'>;
type Site = Pick<Env, 'publicUrl'>;

/** Loaded with the first passkey: the library and its certificate decoders take 26 MB. */
const library = () => import('@simplewebauthn/server');

/** A passkey belongs to one host and works on no other. */
const hostOf = ({ publicUrl }: Site): string => new URL(publicUrl).hostname;

const toCredential = ({ credentialId, transports }: Known) => ({ id: credentialId, type: 'public-key' as const, transports });

type NewPasskey = { clubName: string; account: { id: number; email: string }; known: readonly Known[] };

export async function newPasskeyOptions(site: Site, { clubName, account, known }: NewPasskey): Promise<NewPasskeyView> {
  const { generateRegistrationOptions } = await library();
  const { challenge, user, pubKeyCredParams } = await generateRegistrationOptions({
    rpName: clubName,
    rpID: hostOf(site),
    userID: new TextEncoder().encode(String(account.id)),
    userName: account.email,
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return {
    challenge,
    rp: { id: hostOf(site), name: clubName },
    user,
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' })),
    timeout: PASSKEY_TIMEOUT_MS,
    excludeCredentials: known.map(toCredential),
    // A discoverable passkey syncs to the owner's next phone. No PIN is required, because the password is the other factor.
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    attestation: 'none',
  };
}

export async function passkeyRequestOptions(site: Site, known: readonly Known[]): Promise<PasskeyRequestView> {
  const { generateAuthenticationOptions } = await library();
  const { challenge } = await generateAuthenticationOptions({ rpID: hostOf(site) });
  return {
    challenge,
    rpId: hostOf(site),
    timeout: PASSKEY_TIMEOUT_MS,
    allowCredentials: known.map(toCredential),
    userVerification: 'preferred',
  };
}

/** Returns the challenge that a browser's answer names; undefined when there is none. */
export function challengeIn({ response: { clientDataJSON } }: PasskeyAttestation | PasskeyAssertion): string | undefined {
  try {
    const challenge: unknown = Object(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'))).challenge;
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns true if an answer contains no certificates: we request none, and a sender's could name addresses that the library would fetch. A
 * browser may send a signature by the new passkey itself (`packed`).
 */
async function isWithoutCertificates({ response: { attestationObject } }: PasskeyAttestation): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  try {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const format = decoded.get('fmt');
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}

/** Returns the passkey that was made for a challenge at our site with the user present; undefined for any other. */
export async function readAttestation(site: Site, challenge: string, attestation: PasskeyAttestation): Promise<Passkey | undefined> {
  if (!(await isWithoutCertificates(attestation))) return undefined;
  const { verifyRegistrationResponse } = await library();
  const { transports = [] } = attestation.response;
  const answer = await verifyRegistrationResponse({
    response: { ...attestation, response: { ...attestation.response, transports }, clientExtensionResults: {} },
    ...expected(site, challenge),
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!answer?.verified) return undefined;
  const { id, publicKey, counter } = answer.registrationInfo.credential;
  return { credentialId: id, publicKey: Buffer.from(publicKey).toString('base64url'), signatures: counter, transports };
}

/** Returns the new signature count if this passkey signed the challenge at our site with the user present, and its count went up. */
export async function readAssertion(
  site: Site,
  challenge: string,
  { credentialId, publicKey, signatures, passkey }: Omit<Passkey, 'transports'> & { passkey: PasskeyAssertion },
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const answer = await verifyAuthenticationResponse({
    response: { ...passkey, clientExtensionResults: {} },
    ...expected(site, challenge),
    credential: { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: signatures },
  }).catch(() => undefined);
  return answer?.verified ? answer.authenticationInfo.newCounter : undefined;
}

const expected = (site: Site, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: site.publicUrl,
  expectedRPID: hostOf(site),
  requireUserVerification: false,
});
