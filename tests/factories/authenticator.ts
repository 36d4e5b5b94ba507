import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyAssertion, PasskeyAttestation } from '#shared/accounts/passkey.schemas.ts';
import type { TestApp } from '#tests/setup/app.ts';
import { withMailbox } from './email-proof.ts';

const USER_PRESENT = 0x01;
const NEW_CREDENTIAL = 0x40;
/** COSE (RFC 9053): an elliptic curve key with two coordinates, ES256, P-256. */
const COSE = { type: [1, 2], algorithm: [3, -7], curve: [-1, 1], x: -2, y: -3 } as const;

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const uint = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** Errors of a browser or its authenticator, accidental or forced. */
type Deviation = { origin?: string; host?: string; flags?: number; signatures?: number; type?: string };

export type Authenticator = {
  id: string;
  create(options: { challenge: string }, deviation?: Deviation): PasskeyAttestation;
  get(options: { challenge: string }, deviation?: Deviation): PasskeyAssertion;
};

/** Creates a software authenticator with one passkey (ES256) for an app's site. It counts signatures only if `isCounting`. */
export function createAuthenticator({ deps }: Pick<TestApp, 'deps'>, { isCounting = true } = {}): Authenticator {
  const { publicUrl } = deps.env;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let signatures = 0;

  const clientData = (type: string, challenge: string, { origin = publicUrl }: Deviation) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (flags: number, { host = new URL(publicUrl).hostname, ...deviation }: Deviation) => {
    if (isCounting) signatures += 1;
    return Buffer.concat([sha256(host), Buffer.from([deviation.flags ?? flags]), uint(deviation.signatures ?? signatures, 4)]);
  };
  const coseKey = () =>
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        COSE.type,
        COSE.algorithm,
        COSE.curve,
        [COSE.x, new Uint8Array(Buffer.from(x, 'base64url'))],
        [COSE.y, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );

  return {
    id,
    create({ challenge }, deviation = {}) {
      const data = Buffer.concat([
        authenticatorData(USER_PRESENT | NEW_CREDENTIAL, deviation),
        Buffer.alloc(16),
        uint(credentialId.length, 2),
        credentialId,
        coseKey(),
      ]);
      const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(data)],
      ]);
      const response = {
        clientDataJSON: clientData(deviation.type ?? 'webauthn.create', challenge, deviation).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      };
      return { id, rawId: id, type: 'public-key', response };
    },
    get({ challenge }, deviation = {}) {
      const data = authenticatorData(USER_PRESENT, deviation);
      const client = clientData(deviation.type ?? 'webauthn.get', challenge, deviation);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      };
      return { id, rawId: id, type: 'public-key', response };
    },
  };
}

/** Adds a passkey in a session that was just confirmed. */
export async function addPasskey(app: TestApp, accessToken: string, { name = 'My key', isCounting = true } = {}) {
  const { passkeys } = app.api(accessToken);
  const authenticator = createAuthenticator(app, { isCounting });
  const begun = await withMailbox(app, accessToken, () => passkeys.begin());
  const { recoveryCodes } = await passkeys.add({ body: { name, passkey: authenticator.create(begun) } });
  return { authenticator, recoveryCodes };
}
