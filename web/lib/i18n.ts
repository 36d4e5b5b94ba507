import {
  CALL_TIMEOUT_MS,
  type Language,
  LANGUAGES,
  TRANSLATION_PARALLEL_READS,
  TRANSLATION_RETRIES,
  TRANSLATION_RETRY_MS,
} from '#shared/constants.ts';
import { languageCookie, translationsUrl } from '#shared/language.ts';
import type { Namespace } from '#shared/translate.ts';
import { createTranslator, type Translator } from '#web/ui/translator.ts';

/** The namespaces that every page needs: the layout's own, and the errors. */
export const BASE_NAMESPACES = ['common', 'errors'] as const satisfies Namespace[];

/** A translator that fetches its texts by namespace. */
export function createBrowserTranslator(language: Language, version: string): Translator {
  return createTranslator(language, { en: {}, ka: {} }, textsReader(version));
}

export const isLanguage = (text: string | undefined): text is Language => LANGUAGES.some((language) => language === text);

/**
 * Shows the page in another language without a reload, and stores the choice. Returns false, with nothing changed, if the texts cannot be
 * loaded.
 */
export async function switchLanguage(translator: Translator, language: Language): Promise<boolean> {
  try {
    await translator.learn(language);
  } catch {
    return false;
  }
  document.cookie = languageCookie(language, { isSecure: location.protocol === 'https:' });
  forgetLanguageInAddress();
  document.documentElement.lang = language;
  translator.speak(language);
  return true;
}

/** `?lang=` would overrule the new choice on a reload. */
function forgetLanguageInAddress(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has('lang')) return;
  url.searchParams.delete('lang');
  history.replaceState(history.state, '', url);
}

type ReaderOptions = { origin?: string; timeoutMs?: number; retryMs?: number };

/**
 * Returns a function that fetches the texts of a namespace (spec §9), ten at once. A failure that may pass (the network, a status of 500 or
 * more) is retried after 350 ms, then after twice the time. The request equals the page's preload, so that the browser uses its answer.
 */
export function textsReader(
  version: string,
  { origin = '', timeoutMs = CALL_TIMEOUT_MS, retryMs = TRANSLATION_RETRY_MS }: ReaderOptions = {},
) {
  const read = async (url: string, triesLeft: number, pauseMs: number): Promise<Record<string, unknown>> => {
    let status: number | undefined;
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
      status = answer.status;
      if (answer.ok) return await answer.json();
      throw new Error(`No translations: status ${status} of ${url}`);
    } catch (failure) {
      if (triesLeft === 0 || (status !== undefined && status >= 400 && status < 500)) throw failure;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return read(url, triesLeft - 1, pauseMs * 2);
  };
  const inTurn = atMost(TRANSLATION_PARALLEL_READS);
  return (language: Language, namespace: string) =>
    inTurn(() => read(origin + translationsUrl(language, namespace, version), TRANSLATION_RETRIES, retryMs));
}

/** Returns a function that runs at most `limit` jobs at once; the others wait. */
function atMost(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running === limit) await new Promise<void>((begin) => waiting.push(begin));
    else running += 1;
    return work().finally(() => {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    });
  };
}
