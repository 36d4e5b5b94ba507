import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { LANGUAGE_COOKIE, languageCookie } from '#shared/language.ts';
import { isLanguage } from '#web/lib/i18n.ts';

/** Each language is a file of the page, so that the phone keeps both. */
const texts = {
  en: async () => (await import('./texts-en.ts')).texts,
  ka: async () => (await import('./texts-ka.ts')).texts,
} as const satisfies Record<Language, unknown>;

/** The texts of the page in the language that the phone showed last, else in that of its document. */
export async function createDoorTranslator(): Promise<i18n> {
  const chosen = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
  const language = [chosen, document.documentElement.lang].find(isLanguage) ?? DEFAULT_LANGUAGE;
  const instance = createInstance().use(initReactI18next);
  await instance.init({
    lng: language,
    fallbackLng: false,
    ns: ['common', 'errors', 'staff-errors', 'door', 'door-pass'],
    defaultNS: 'common',
    resources: { [language]: await texts[language]() },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  tell(instance);
  instance.on('languageChanged', () => tell(instance));
  return instance;
}

/** The phone's copy of the document is in one language. */
function tell({ language, t }: i18n): void {
  document.documentElement.lang = language;
  document.title = t('door-pass:title');
}

export async function switchDoorLanguage(instance: i18n, language: Language): Promise<void> {
  for (const [namespace, bundle] of Object.entries(await texts[language]())) instance.addResourceBundle(language, namespace, bundle);
  document.cookie = languageCookie(language, { isSecure: location.protocol === 'https:' });
  await instance.changeLanguage(language);
}
