import { PERSONAL_NUMBER_MIN_LENGTH } from '#shared/constants.ts';
import { wordPatterns } from '#server/platform/db/word-search.ts';

/** What a typed text may mean: words that all stand in the search text, and where it is digits alone, a whole personal number. */
export type GuestSearch = { patterns: string[]; personalNumber: string | undefined };

const PHONE = /^\+?[\d\s()-]+$/;
/** Of nine digits in Georgia; abroad its code stands before them, at home sometimes a zero. */
const HOW_A_NUMBER_BEGINS = /^(?:(?:00)?995|0)(?=\d{9}$)/;

/** Nothing when there is nothing to search for. A phone is found however it is written: with its country or without, only digits count. */
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
