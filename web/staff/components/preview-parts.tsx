import type { Language } from '#shared/constants.ts';
import type { Namespace } from '#shared/translate.ts';
import { createBrowserTranslator } from '#web/lib/i18n.ts';
import { readState } from '#web/lib/page.ts';
import type { Translator } from '#web/ui/translator.ts';

/** Returns a translator of its own, so that a preview can be in another language than the console. */
export async function fetchTranslator(language: Language, namespaces: readonly Namespace[]): Promise<Translator> {
  const translator = createBrowserTranslator(language, readState().translationsVersion);
  await translator.need(namespaces);
  return translator;
}
