import { createHash, randomBytes } from 'node:crypto';

const COUNT = 10;
const BYTES = 10;
/** Crockford's base32: it has no I, L, O or U; `foldRecoveryCode` reads a letter that looks like a digit as that digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS_PER_LETTER = 5n;
const LETTERS = 16;
const FORMAT = new RegExp(`^[${ALPHABET}]{${LETTERS}}$`);
const GROUP = /.{4}(?=.)/g;

/** Returns ten codes of 80 random bits, as they are shown: `7K2M-…`. */
export const createRecoveryCodes = (): string[] => Array.from({ length: COUNT }, createRecoveryCode);

function createRecoveryCode(): string {
  const bits = BigInt(`0x${randomBytes(BYTES).toString('hex')}`);
  const letters = Array.from({ length: LETTERS }, (_, position) => ALPHABET[Number((bits >> (BigInt(position) * BITS_PER_LETTER)) & 31n)]);
  return letters.join('').replaceAll(GROUP, '$&-');
}

/** Returns the canonical spelling of a typed code; undefined for anything else. */
export function foldRecoveryCode(typed: string): string | undefined {
  const folded = typed
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  return FORMAT.test(folded) ? folded : undefined;
}

/** Returns the hash of a code in its canonical spelling. */
export const hashRecoveryCode = (folded: string): string => createHash('sha256').update(folded).digest('base64url');
