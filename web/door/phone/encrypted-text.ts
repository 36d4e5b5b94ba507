const IV_BYTES = 12;

/** A text encrypted with AES-256-GCM, and its random IV. */
export type EncryptedText = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer };

/** An AES key that the browser stores and never exports. */
export const createSealingKey = (): Promise<CryptoKey> =>
  crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

export async function sealText(key: CryptoKey, text: string): Promise<EncryptedText> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  return { iv, bytes: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text)) };
}

export const openText = async (key: CryptoKey, { iv, bytes }: EncryptedText): Promise<string> =>
  new TextDecoder().decode(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes));
