import 'reflect-metadata';
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { AuthorizationList, id_ce_keyDescription, KeyDescription } from '@peculiar/asn1-android';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import {
  BasicConstraintsExtension,
  CRLDistributionPointsExtension,
  cryptoProvider,
  Extension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { expect, test } from 'vitest';
import { createUser } from '#tests/factories/users.ts';
import { startTestApp, type TestApp } from '#tests/setup/app.ts';
import { listening } from '#tests/setup/listening.ts';
import { rawCall } from '#tests/setup/raw-call.ts';

cryptoProvider.set(crypto);

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const LONG = { notBefore: new Date('2020-01-01'), notAfter: new Date('2040-01-01') };
const USER_PRESENT_NEW_CREDENTIAL = 0x41;
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const newKeys = () => crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

/** Returns certificates of an Android key for these client data, under the sender's own root, with a revocation address. */
async function certificatesFor(clientData: Buffer, revocations: string) {
  const [root, leaf] = await Promise.all([newKeys(), newKeys()]);
  const issuer = await X509CertificateGenerator.createSelfSigned({
    ...LONG,
    name: 'CN=sender',
    keys: root,
    signingAlgorithm: ALGORITHM,
    extensions: [new BasicConstraintsExtension(true, 2, true)],
  });
  const description = new KeyDescription({
    attestationChallenge: new OctetString(sha256(clientData)),
    softwareEnforced: new AuthorizationList(),
    teeEnforced: new AuthorizationList(),
    uniqueId: new OctetString(new Uint8Array()),
  });
  const certificate = await X509CertificateGenerator.create({
    ...LONG,
    subject: 'CN=key',
    issuer: 'CN=sender',
    publicKey: leaf.publicKey,
    signingKey: root.privateKey,
    signingAlgorithm: ALGORITHM,
    extensions: [
      new Extension(id_ce_keyDescription, false, AsnConvert.serialize(description)),
      new CRLDistributionPointsExtension([revocations]),
    ],
  });
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', leaf.publicKey);
  return { x5c: [certificate, issuer].map(({ rawData }) => new Uint8Array(rawData)), x, y };
}

/** Returns an answer to a request for a passkey, attested as by an Android phone. */
async function androidPasskey({ deps }: TestApp, challenge: string, revocations: string) {
  const { publicUrl } = deps.env;
  const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge, origin: publicUrl, crossOrigin: false }));
  const { x5c, x, y } = await certificatesFor(clientData, revocations);
  const [id, bytes] = [randomBytes(16), (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))];
  const key = isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  );
  const head = Buffer.concat([sha256(new URL(publicUrl).hostname), Buffer.from([USER_PRESENT_NEW_CREDENTIAL]), Buffer.alloc(21)]);
  const authData = new Uint8Array(Buffer.concat([head, Buffer.from([id.length]), id, key]));
  const attStmt = new Map<string, number | Uint8Array<ArrayBuffer> | Uint8Array<ArrayBuffer>[]>([
    ['alg', -7],
    ['sig', new Uint8Array(64)],
    ['x5c', x5c],
  ]);
  const attestation = isoCBOR.encode(
    new Map<string, string | Uint8Array<ArrayBuffer> | typeof attStmt>([
      ['fmt', 'android-key'],
      ['attStmt', attStmt],
      ['authData', authData],
    ]),
  );
  const rawId = id.toString('base64url');
  const response = { clientDataJSON: clientData.toString('base64url'), attestationObject: Buffer.from(attestation).toString('base64url') };
  return { id: rawId, rawId, type: 'public-key', response: { ...response, transports: [] } };
}

test('certificates that nobody fetched for make the server fetch nothing', async () => {
  const fetched: string[] = [];
  const listener = createServer(({ url = '' }, answer) => {
    fetched.push(url);
    answer.end();
  });
  const port = await listening(listener);
  const app = await startTestApp();
  const guest = await createUser(app.ctx);
  const { challenge } = await app.api(guest.accessToken).passkeys.begin();
  const passkey = await androidPasskey(app, challenge, `http://127.0.0.1:${port}/revoked`);
  const { status, body } = await rawCall(app.url, '/api/auth/passkeys', { bearer: guest.accessToken, body: { name: 'Phone', passkey } });
  expect([status, body['code'], fetched]).toEqual([400, 'wrong_passkey', []]);
});
