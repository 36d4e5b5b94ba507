import { readdirSync, readFileSync } from 'node:fs';
import { createInstance, type i18n } from 'i18next';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#shared/constants.ts';
import type { ErrorCode } from '#shared/errors.ts';

const folder = new URL('../../shared/locales/', import.meta.url);

function readLanguage(language: Language): Record<string, Record<string, unknown>> {
  const files = readdirSync(new URL(`${language}/`, folder)).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(new URL(`${language}/${file}`, folder), 'utf8'))]),
  );
}

/** Every namespace of every language, as the browser fetches them one by one from `/locales/{lng}/{ns}.json`. */
export const resources: Record<Language, Record<string, Record<string, unknown>>> = { en: readLanguage('en'), ka: readLanguage('ka') };

function createTranslator(language: Language): i18n {
  const instance = createInstance();
  void instance.init({
    lng: language,
    fallbackLng: DEFAULT_LANGUAGE,
    supportedLngs: [...LANGUAGES],
    ns: Object.keys(resources.en),
    defaultNS: 'common',
    resources,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return instance;
}

/** One ready translator per language, for rendering, mails and error messages. */
export const translators: Record<Language, i18n> = { en: createTranslator('en'), ka: createTranslator('ka') };

/** The message of an error code, by default in English: the API is in English, screens translate by `code`. */
export const errorMessage = (code: ErrorCode, params: Record<string, string | number> = {}, language: Language = 'en'): string =>
  translators[language].t([`errors:${code}`, `account-errors:${code}`, `handover-errors:${code}`, `staff-errors:${code}`], {
    ...params,
    defaultValue: '',
  });
