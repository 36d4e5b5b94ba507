import type { ParseKeys } from 'i18next';
import type { Language } from '#shared/constants.ts';
import { words } from '#server/platform/words.ts';

/** The words of mails, and the common ones such as the names of months. */
type Key = `mail:${ParseKeys<'mail'>}` | ParseKeys<'common'>;

/** The sentences of a language as plain text: `t('mail:ticket.profile')`. */
export const mailWords =
  (language: Language) =>
  (key: Key, params: Record<string, string | number> = {}): string =>
    String(words[language].t(key, params));
