import { readdirSync, readFileSync } from 'node:fs';
import type { Language } from '#shared/constants.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { Translations } from '#shared/rendering.ts';
import { type AllNamespaces, type Translate, translateIn, withKeys } from '#shared/translate.ts';

const folder = new URL('../../shared/locales/', import.meta.url);

function readLanguage(language: Language): Translations[Language] {
  const files = readdirSync(new URL(`${language}/`, folder)).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'))]),
  );
}

/** Every namespace of every language, the same that browsers fetch from `/locales/{lng}/{ns}.json`. */
export const resources: Translations = { en: readLanguage('en'), ka: readLanguage('ka') };

const translatorOf = (language: Language) => ({ t: withKeys<AllNamespaces>(translateIn(resources[language], language, 'common')) });

/** The `t` of each language, for mails, files and error messages. */
export const translators: Record<Language, { t: Translate }> = { en: translatorOf('en'), ka: translatorOf('ka') };

/** Returns the message of an error code, by default in English: the API is in English, screens translate by `code`. */
export const errorMessage = (code: ErrorCode, params: Record<string, string | number> = {}, language: Language = 'en'): string =>
  translators[language].t([`errors:${code}`, `account-errors:${code}`, `transfer-errors:${code}`, `staff-errors:${code}`], {
    ...params,
    defaultValue: '',
  });
