import { loadOnce } from '#shared/load-once.ts';
import { findVerifier, type VerifySignature } from '#shared/door/ticket-code.ts';

/** Verifies codes with the browser's own Ed25519, or with a library that is loaded only by browsers without it. */
export const loadVerifier = loadOnce(async (): Promise<VerifySignature> => (await findVerifier()) ?? libraryVerifier());

/**
 * `zip215: false` applies the strict rules of RFC 8032. One verification takes an old phone some 15 ms, and a forged code one for each event;
 * between them the screen is drawn, because the library waits for the browser's hash.
 */
export async function libraryVerifier(): Promise<VerifySignature> {
  const { verifyAsync } = await import('@noble/ed25519');
  return async (publicKey, signature, text) => {
    try {
      return await verifyAsync(signature, new TextEncoder().encode(text), publicKey, { zip215: false });
    } catch {
      return false;
    }
  };
}
