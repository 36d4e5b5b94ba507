import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import type { Keys } from '#server/platform/context.ts';

/** The columns that must not be readable in a dump of the database. A value sealed for one of them does not open as another. */
type PersonalField = 'personalNumber' | 'birthdate';

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export const sealPersonal = (key: Uint8Array, field: PersonalField, text: string): string => sealText(key, field, text);

/** Opens what `sealPersonal` wrote. @throws when the key, the field or a single bit differs */
export const openPersonal = (key: Uint8Array, field: PersonalField, sealed: string): string => openText(key, field, sealed);

/** Seals a text with AES-256-GCM: `v1.<base64url of nonce, tag and ciphertext>`. It opens only under the same label. */
export function sealText(key: Uint8Array, label: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(label));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** Opens what `sealText` wrote. @throws when the key, the label or a single bit differs */
export function openText(key: Uint8Array, label: string, sealed: string): string {
  const [version, body = ''] = sealed.split('.');
  if (version !== VERSION) throw new Error(`Sealed data of an unknown version: ${version}`);
  const bytes = Buffer.from(body, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(label)).setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

/** HMAC-SHA256 of a personal number: the same number gives the same text, and without the key numbers cannot be tried out. */
export const digestNumber = ({ personalNumberIndex }: Keys, personalNumber: string): string =>
  createHmac('sha256', personalNumberIndex).update(personalNumber).digest('base64url');

const DIGITS_SHOWN = 4;

/** As much of a personal number as lists, staff and logs may show. */
export const numberEnd = ({ personalData }: Keys, sealedPersonalNumber: string): string =>
  openPersonal(personalData, 'personalNumber', sealedPersonalNumber).slice(-DIGITS_SHOWN);

/** The two columns of a personal number: sealed for reading, digested for searching (docs/decisions/0025). No number has no digest. */
export const sealNumber = (keys: Keys, personalNumber: string) => ({
  sealedPersonalNumber: sealPersonal(keys.personalData, 'personalNumber', personalNumber),
  personalNumberDigest: personalNumber === '' ? null : digestNumber(keys, personalNumber),
});
