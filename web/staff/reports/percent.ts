import type { Language } from '#shared/constants.ts';

/** A share in whole percent; null if the whole is 0. */
export const percentOf = (part: number, whole: number): number | null => (whole === 0 ? null : Math.round((100 * part) / whole));

/** `14.3%` in English, `14,3%` in Georgian. */
export const percentText = (share: number, language: Language): string => {
  const percent = (share * 100).toFixed(1);
  return language === 'en' ? `${percent}%` : `${percent.replace('.', ',')}%`;
};
