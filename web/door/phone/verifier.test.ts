import { generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { findVerifier, type VerifySignature } from '#shared/door/ticket-code.ts';
import { fromBase64url } from '#shared/base64url.ts';
import { libraryVerifier } from './verifier.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = fromBase64url(publicKey.export({ format: 'jwk' }).x ?? '') ?? new Uint8Array();
const text = 'rkali ticket 1: user 12, ticket 34, event 5';
const signature = Uint8Array.from(sign(null, Buffer.from(text), privateKey));
/** The order of Ed25519's group: adding it to a signature gives one that only lax verifiers accept. */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

function lax(): Uint8Array<ArrayBuffer> {
  const half = BigInt(`0x${Buffer.from(signature.subarray(32).toReversed()).toString('hex')}`) + ORDER;
  const other = Buffer.from(half.toString(16).padStart(64, '0'), 'hex').toReversed();
  return Uint8Array.from(Buffer.concat([signature.subarray(0, 32), other]));
}

test('the library for older browsers verifies as the browser does', async () => {
  const own = await findVerifier();
  const library = await libraryVerifier();
  const flipped = signature.slice();
  flipped[3] = (flipped[3] ?? 0) ^ 1;
  const answers = (verify: VerifySignature) =>
    Promise.all([
      verify(key, signature, text),
      verify(key, signature, `${text} `),
      verify(key, flipped, text),
      verify(key, lax(), text),
      verify(key, signature.slice(1), text),
    ]);
  expect(await answers(library)).toEqual([true, false, false, false, false]);
  expect(own && (await answers(own))).toEqual([true, false, false, false, false]);
});

test('the screen gets a turn between two events of a forged code', async () => {
  const library = await libraryVerifier();
  const events = 20;
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < events) setImmediate(count);
  };
  setImmediate(count);
  for (let event = 0; event < events; event += 1) await library(key, signature, `${text}${event}`);
  expect(turns).toBe(events);
});
