import { z } from 'zod';
import { fromBase64url, toBase64url } from '#shared/base64url.ts';
import { STATUSES } from '#shared/constants.ts';

/** What the door shows of guest and ticket. `birthdate`: a day, or empty if unknown. `age`: in place of it, for a guest who is not admitted by a code. */
export const GuestRow = z.object({
  firstName: z.string(),
  lastName: z.string(),
  birthdate: z.string(),
  age: z.number().int().optional(),
  status: z.enum(STATUSES),
  ticketTypeName: z.string(),
  ticketTypeNameLat: z.string(),
  /** Who is to enter with it, as entered by its owner; empty if not named. */
  holderName: z.string().default(''),
});
export type GuestRow = z.infer<typeof GuestRow>;

const KEY_BYTES = 8;
const IV_BYTES = 12;
/** Rows are padded to a multiple of this, so that the length of a name is not visible. */
const BLOCK_BYTES = 256;

const toBytes = (text: string) => new TextEncoder().encode(text);

/** The lookup key of a ticket's row: the first 8 bytes of SHA-256 of "row" and the code, base64url. The code cannot be derived from it. */
export async function lookupKeyOf(code: string): Promise<string> {
  const hash = await globalThis.crypto.subtle.digest('SHA-256', toBytes(`row${code}`));
  return toBase64url(new Uint8Array(hash, 0, KEY_BYTES));
}

/**
 * Encrypts a guest's row so that only the guest's code opens it: AES-256-GCM under HKDF-SHA-256 of the code, for one event. Returns
 * base64url of the IV (12 bytes), the ciphertext and the tag. The IV is random, because a changed row is encrypted under the same key.
 */
export async function encryptRow(code: string, eventId: number, row: GuestRow): Promise<string> {
  const iv = globalThis.crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await globalThis.crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await rowCipherOf(code, eventId), padded(row));
  const bytes = new Uint8Array(IV_BYTES + sealed.byteLength);
  bytes.set(iv);
  bytes.set(new Uint8Array(sealed), IV_BYTES);
  return toBase64url(bytes);
}

/** Decrypts the output of `encryptRow`; undefined for any other code or event, or if a single bit differs. */
export async function decryptRow(code: string, eventId: number, sealed: string): Promise<GuestRow | undefined> {
  const bytes = fromBase64url(sealed);
  if (!bytes || bytes.length <= IV_BYTES) return undefined;
  const cipher = await rowCipherOf(code, eventId);
  try {
    const iv = bytes.slice(0, IV_BYTES);
    const opened = await globalThis.crypto.subtle.decrypt({ name: 'AES-GCM', iv }, cipher, bytes.slice(IV_BYTES));
    return GuestRow.parse(JSON.parse(new TextDecoder().decode(opened)));
  } catch {
    return undefined;
  }
}

async function rowCipherOf(code: string, eventId: number): Promise<CryptoKey> {
  const { subtle } = globalThis.crypto;
  const secret = await subtle.importKey('raw', toBytes(code), 'HKDF', false, ['deriveKey']);
  const how = { name: 'HKDF', hash: 'SHA-256', salt: toBytes(`event ${eventId}`), info: toBytes('rkali door row 1') };
  return subtle.deriveKey(how, secret, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
}

/** JSON may end with spaces. */
function padded(row: GuestRow): Uint8Array<ArrayBuffer> {
  const bytes = toBytes(JSON.stringify(row));
  const filled = new Uint8Array(Math.ceil(bytes.length / BLOCK_BYTES) * BLOCK_BYTES).fill(0x20);
  filled.set(bytes);
  return filled;
}
