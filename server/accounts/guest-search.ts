import { PERSONAL_NUMBER_MIN_LENGTH } from '#shared/constants.ts';
import { wordPatterns } from '#server/platform/db/word-search.ts';

/** A typed text as a search: words that must all be in the search text, or, if it is digits alone, a whole personal number. */
export type GuestSearch = { patterns: string[]; personalNumber: string | undefined };

const PHONE = /^\+?[\d\s()-]+$/;
/** Georgian numbers have nine digits, with the country code before them abroad and sometimes a zero at home. */
const HOW_A_NUMBER_BEGINS = /^(?:(?:00)?995|0)(?=\d{9}$)/;

/**
 * Returns undefined when there is nothing to search for. A phone is found however it is written, with or without its country: only digits
 * count.
 */
export function guestSearchOf(text: string): GuestSearch | undefined {
  const typed = text.trim();
  if (typed === '') return undefined;
  const digits = typed.replaceAll(/\D/g, '');
  const isPhone = PHONE.test(typed) && digits !== '';
  const isNumber = typed === digits && digits.length >= PERSONAL_NUMBER_MIN_LENGTH;
  return {
    patterns: wordPatterns(isPhone ? digits.replace(HOW_A_NUMBER_BEGINS, '') : typed),
    personalNumber: isNumber ? digits : undefined,
  };
}
