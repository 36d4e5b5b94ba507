/** The longest and shortest code that staff may create, in letters. */
export const CODE_MAX = 40;
const CODE_MIN = 3;

/**
 * Normalizes a typed code: letter case and spaces around and between its parts are ignored. Two codes that fold alike are the same code.
 */
export const foldPromoCode = (typed: string): string => typed.normalize('NFKC').replaceAll(/\s+/g, '').toLowerCase();

/** Letters of any script, digits and hyphens. */
export const isCode = (text: string): boolean => {
  const { length } = foldPromoCode(text);
  return length >= CODE_MIN && length <= CODE_MAX && /^[\p{L}\p{N}-]+$/u.test(foldPromoCode(text));
};

/** Without letters and digits that look alike. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const MADE_LENGTH = 8;

/** A code that cannot be guessed: 31⁸ are possible. */
export function makePromoCode(): string {
  // Bytes beyond a multiple of the alphabet's length are skipped, so that all letters are equally likely.
  const bytes = crypto.getRandomValues(new Uint8Array(MADE_LENGTH * 4));
  const fair = [...bytes].filter((byte) => byte < 256 - (256 % ALPHABET.length));
  const code = fair.slice(0, MADE_LENGTH).map((byte) => ALPHABET.charAt(byte % ALPHABET.length));
  return code.length === MADE_LENGTH ? code.join('') : makePromoCode();
}
