import { REGISTER_COUNTRIES } from '#shared/constants.ts';
import type { Translate } from '#web/lib/i18n.ts';

const KNOWN = [...REGISTER_COUNTRIES, 'USA', 'Germany'] as const;

/** The country of a guest in words; one that the form does not offer stays as it was written. */
export function countryText(country: string, t: Translate): string {
  const known = KNOWN.find((name) => name === country);
  return known ? t(`accounts:countries.${known}`) : country;
}
