import { PERSONAL_NUMBER_MIN_LENGTH } from '#shared/constants.ts';

/** What a typed text may mean: a part of the search text, and where it is digits alone, a whole personal number. */
export type GuestSearch = { pattern: string; personalNumber: string | undefined };

const PHONE = /^\+?[\d\s()-]+$/;

/** Nothing when there is nothing to search for. A phone is found however it is written: only its digits count. */
export function guestSearchOf(text: string): GuestSearch | undefined {
  const words = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  if (words === '') return undefined;
  const digits = words.replaceAll(/\D/g, '');
  const part = PHONE.test(words) && digits !== '' ? digits : words;
  const isNumber = words === digits && digits.length >= PERSONAL_NUMBER_MIN_LENGTH;
  return { pattern: `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`, personalNumber: isNumber ? digits : undefined };
}
