import { z } from 'zod';
import { fromBase64url, toBase64url } from '#shared/base64url.ts';
import { STATUSES } from '#shared/constants.ts';

/** What the door shows of a guest and the ticket. `birthdate`: a day, or empty where it is unknown. */
export const GuestRow = z.object({
  firstName: z.string(),
  lastName: z.string(),
  birthdate: z.string(),
  status: z.enum(STATUSES),
  /** The ticket type of the ticket. */
  ticketTypeName: z.string(),
  ticketTypeNameLat: z.string(),
  /** Who is to come in with it, as its owner wrote it down; empty for nobody in particular. */
  holderName: z.string().default(''),
});
export type GuestRow = z.infer<typeof GuestRow>;

const KEY_BYTES = 8;
const IV_BYTES = 12;
/** Rows are filled up to a multiple of this, so that the length of a name does not show. */
const BLOCK_BYTES = 256;

const toBytes = (text: string) => new TextEncoder().encode(text);

/** The key of a ticket's row: the first 8 bytes of SHA-256 of "row" and the code, base64url. Nobody finds the code from it. */
export async function lookupKeyOf(code: string): Promise<string> {
  const hash = await globalThis.crypto.subtle.digest('SHA-256', toBytes(`row${code}`));
  return toBase64url(new Uint8Array(hash, 0, KEY_BYTES));
}

/**
 * Seals a guest's row, which only the guest's code opens: AES-256-GCM under HKDF-SHA-256 of the code, for one event. Returns base64url of
 * the IV (12 bytes), the ciphertext and the tag. The IV is random, because a row that changed is sealed under the same key again.
 */
export async function encryptRow(code: string, eventId: number, row: GuestRow): Promise<string> {
  const iv = globalThis.crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await globalThis.crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await rowCipherOf(code, eventId), padded(row));
  const bytes = new Uint8Array(IV_BYTES + sealed.byteLength);
  bytes.set(iv);
  bytes.set(new Uint8Array(sealed), IV_BYTES);
  return toBase64url(bytes);
}

/** Opens what `encryptRow` sealed; undefined under any other code or event, and when a single bit differs. */
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

/** JSON may end with blanks. */
function padded(row: GuestRow): Uint8Array<ArrayBuffer> {
  const bytes = toBytes(JSON.stringify(row));
  const filled = new Uint8Array(Math.ceil(bytes.length / BLOCK_BYTES) * BLOCK_BYTES).fill(0x20);
  filled.set(bytes);
  return filled;
}
