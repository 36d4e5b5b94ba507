import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { LANGUAGE_COOKIE, languageCookie } from '#shared/language.ts';
import type { Translations } from '#shared/rendering.ts';
import { isLanguage } from '#web/lib/i18n.ts';
import { createTranslator, type Translator } from '#web/ui/translator.ts';

/** Each language is a file of the page, so that both are available offline. */
const fetchTexts: Record<Language, () => Promise<Translations[Language]>> = {
  en: async () => (await import('./texts-en.ts')).texts,
  ka: async () => (await import('./texts-ka.ts')).texts,
};

/** The page's texts in the language that the phone used last, else in the document's language. */
export async function createDoorTranslator(): Promise<Translator> {
  const chosen = new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
  const language = [chosen, document.documentElement.lang].find(isLanguage) ?? DEFAULT_LANGUAGE;
  const texts = { en: {}, ka: {}, [language]: await fetchTexts[language]() };
  const translator = createTranslator(language, texts, async (from, namespace) => (await fetchTexts[from]())[namespace] ?? {});
  const tell = () => {
    // The stored copy of the document is in one language.
    document.documentElement.lang = translator.language;
    document.title = translator.t('scanner-device:title');
  };
  tell();
  translator.subscribe(tell);
  return translator;
}

export async function switchDoorLanguage(translator: Translator, language: Language): Promise<void> {
  await translator.learn(language);
  document.cookie = languageCookie(language, { isSecure: location.protocol === 'https:' });
  translator.speak(language);
}
