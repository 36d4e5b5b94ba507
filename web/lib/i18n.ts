import {
  type BackendModule,
  createInstance,
  type i18n,
  type InitOptions,
  type ReadCallback,
  type TFunction,
  type TypeOptions,
} from 'i18next';
import {
  CALL_TIMEOUT_MS,
  type Language,
  LANGUAGES,
  TRANSLATION_PARALLEL_READS,
  TRANSLATION_RETRIES,
  TRANSLATION_RETRY_MS,
} from '#shared/constants.ts';
import { languageCookie, translationsUrl } from '#shared/language.ts';
import type { Translations } from '#shared/rendering.ts';

export type Namespace = keyof TypeOptions['resources'];
/** Accepts every key: those of `common` by themselves, all others as `namespace:key`. */
export type Translate = TFunction<['common', ...Exclude<Namespace, 'common'>[]]>;

/** The namespaces that every page needs: the layout's own, and the errors. */
export const BASE_NAMESPACES = ['common', 'errors'] as const satisfies Namespace[];

/** No fallback language: both languages are complete (shared/locales/locales.long.test.ts), and a fallback would double what is loaded. */
const options: InitOptions = {
  supportedLngs: [...LANGUAGES],
  fallbackLng: false,
  defaultNS: 'common',
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
};

/** A translator with all texts loaded, for rendering. */
export function createServerTranslator(language: Language, translations: Translations): i18n {
  const instance = createInstance();
  const resources = { [language]: translations[language] };
  void instance.init({ ...options, lng: language, ns: Object.keys(translations[language]), resources, initAsync: false });
  return instance;
}

/** A translator that fetches its texts by namespace; a failed fetch is tried again as spec §9 says. */
export async function createBrowserTranslator(language: Language, version: string): Promise<i18n> {
  const instance = createInstance().use(translationsBackend(version));
  await instance.init({
    ...options,
    lng: language,
    ns: [],
    maxRetries: TRANSLATION_RETRIES,
    retryTimeout: TRANSLATION_RETRY_MS,
    maxParallelReads: TRANSLATION_PARALLEL_READS,
  });
  instance.on('languageChanged', (changed) => {
    document.documentElement.lang = changed;
  });
  return instance;
}

export const isLanguage = (text: string | undefined): text is Language => LANGUAGES.some((language) => language === text);

/**
 * Shows the page in another language without a reload, and stores the choice. Returns false, with nothing changed, if the texts cannot be
 * loaded.
 */
export async function switchLanguage(translator: i18n, language: Language): Promise<boolean> {
  const missing = () =>
    Object.keys(translator.getDataByLanguage(translator.language) ?? {}).filter(
      (namespace) => !translator.hasResourceBundle(language, namespace),
    );
  // `loadLanguages` would request each language only once.
  await translator.reloadResources(language, missing());
  if (missing().length > 0) return false;
  document.cookie = languageCookie(language, { isSecure: location.protocol === 'https:' });
  forgetLanguageInAddress();
  await translator.changeLanguage(language);
  return true;
}

/** `?lang=` would overrule the new choice on a reload. */
function forgetLanguageInAddress(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('lang')) return;
  url.searchParams.delete('lang');
  history.replaceState(history.state, '', url);
}

/**
 * Fetches the texts of one namespace; i18next retries when the error says that it may help. A tenth of the size of i18next-http-backend,
 * for which the first load's budget has no room. The request equals the page's preload, so that the browser uses the preloaded answer.
 * After `timeoutMs` the fetch fails, because i18next has no timeout of its own.
 */
export const translationsBackend = (version: string, { origin = '', timeoutMs = CALL_TIMEOUT_MS } = {}): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  async read(language: string, namespace: string, done: ReadCallback) {
    try {
      const response = await fetch(origin + translationsUrl(language, namespace, version), { signal: AbortSignal.timeout(timeoutMs) });
      if (response.ok) done(null, await response.json());
      else done(`status ${response.status}`, response.status >= 500);
    } catch (error) {
      done(String(error), true);
    }
  },
});
