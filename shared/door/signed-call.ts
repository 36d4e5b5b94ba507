/**
 * How a scanner device proves each of its calls (docs/decisions/0083). `time`: milliseconds since 1970 by the server's clock, as far as
 * the phone knows it. `nonce`: 16 random bytes, base64url. `signature`: ECDSA P-256 with SHA-256 over `signedText`, the 64 bytes r ‖ s,
 * base64url.
 */
type Credentials = { scannerDeviceId: string; time: number; nonce: string; signature: string };

/** `url`: path and query, including `/api`. `bodyHash`: SHA-256 of the body's bytes (of no bytes without a body), base64url. */
type CallToSign = Omit<Credentials, 'signature'> & { method: string; url: string; bodyHash: string };

/** The text that is signed. No part may contain a line break, so different calls have different texts. */
export const signedText = ({ scannerDeviceId, time, nonce, method, url, bodyHash }: CallToSign): string =>
  ['rkali door 1', scannerDeviceId, time, nonce, method, url, bodyHash].join('\n');

/** The value of the header `Authorization`. */
export const writeCredentials = ({ scannerDeviceId, time, nonce, signature }: Credentials): string =>
  `Door device=${scannerDeviceId}, time=${time}, nonce=${nonce}, signature=${signature}`;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const HEADER = new RegExp(`^Door device=(${UUID}), time=(\\d{1,15}), nonce=([\\w-]{22}), signature=([\\w-]{86})$`);

/** Reads the header `Authorization`; undefined unless it has exactly the format of a scanner device. */
export function readCredentials(header: string | undefined): Credentials | undefined {
  const [, scannerDeviceId, time, nonce, signature] = HEADER.exec(header ?? '') ?? [];
  if (scannerDeviceId === undefined || nonce === undefined || signature === undefined) return undefined;
  return { scannerDeviceId, time: Number(time), nonce, signature };
}
