import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** None of the keys opens the text. */
export class SealedByAnother extends Error {}

const CIPHER = 'aes-256-gcm';
const VERSION = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals a text with AES-256-GCM: `v1.<base64url of nonce, tag and ciphertext>`. It opens only under the same label. */
export function sealText(key: Uint8Array, label: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(label));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** Opens a text of `sealText` with the first key that fits. @throws SealedByAnother */
export function openText(keys: readonly Uint8Array[], label: string, sealed: string): string {
  const [version, body = ''] = sealed.split('.');
  if (version !== VERSION) throw new Error(`Sealed data of an unknown version: ${version}`);
  const bytes = Buffer.from(body, 'base64url');
  for (const key of keys) {
    const opened = open(key, label, bytes);
    if (opened !== undefined) return opened;
  }
  throw new SealedByAnother('It was sealed with another secret, for something else, or changed.');
}

/** Returns undefined if the key, the label or a single bit differs. */
function open(key: Uint8Array, label: string, bytes: Buffer): string | undefined {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(label)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

function opens(key: Uint8Array, label: string, sealed: string): boolean {
  try {
    openText([key], label, sealed);
    return true;
  } catch {
    return false;
  }
}

/** Returns the text sealed under the first key; undefined if it already is. @throws SealedByAnother */
export function resealText(keys: readonly [Uint8Array, ...Uint8Array[]], label: string, sealed: string): string | undefined {
  const [first] = keys;
  return opens(first, label, sealed) ? undefined : sealText(first, label, openText(keys, label, sealed));
}
