import { LANGUAGES } from '#shared/constants.ts';

/** A text is written in each language; `all` is for what has none, such as a phone number. */
export const TEXT_LANGUAGES = [...LANGUAGES, 'all'] as const;
export type TextLanguage = (typeof TEXT_LANGUAGES)[number];
