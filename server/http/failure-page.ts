import type { Language } from '#shared/constants.ts';
import { words } from '#server/words.ts';

/** What is left when a page cannot be rendered at all: no script, no style, the sentence of spec §8. */
export function failurePage(language: Language): string {
  const { t } = words[language];
  return (
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${t('failure.title')}</title><h1>${t('failure.title')}</h1><p>${t('errors:server_error')}</p>`
  );
}
