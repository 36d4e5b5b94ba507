import { toBase64url } from '#shared/base64url.ts';
import { signedText, writeCredentials } from './signed-call.ts';

const NONCE_BYTES = 16;
const encoder = new TextEncoder();

/** An ECDSA P-256 key pair whose private key cannot be exported. */
export const createDoorKey = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);

/** The public key as an uncompressed point, base64url. */
export const publicKeyOf = async ({ publicKey }: CryptoKeyPair): Promise<string> =>
  toBase64url(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)));

type Call = { scannerDeviceId: string; time: number; method: string; url: string; body: string | undefined };

/** Signs a call of a scanner device; returns the header `Authorization`. */
export async function signCall(privateKey: CryptoKey, { body = '', ...call }: Call): Promise<string> {
  const nonce = toBase64url(crypto.getRandomValues(new Uint8Array(NONCE_BYTES)));
  const bodyHash = toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(body))));
  const text = encoder.encode(signedText({ ...call, nonce, bodyHash }));
  const signature = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, text));
  return writeCredentials({ scannerDeviceId: call.scannerDeviceId, time: call.time, nonce, signature: toBase64url(signature) });
}
