import type { Translate } from '#shared/translate.ts';

/** The sentence about the most tickets per person, the same on every page; none where the number is unknown. */
export const perPerson = (limit: number, t: Translate): string[] =>
  limit < 1 ? [] : [limit === 1 ? t('per_person.one') : t('per_person.some', { limit })];
