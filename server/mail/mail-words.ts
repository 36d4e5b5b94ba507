import type { Language } from '#shared/constants.ts';
import { words } from '#server/words.ts';

/** The sentences of a language as plain text: `t('mail:ticket.profile')`. */
export const mailWords =
  (language: Language) =>
  (key: string, params: Record<string, string | number> = {}): string =>
    String(words[language].t(key, params));
