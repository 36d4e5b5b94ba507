import type { Language } from '#shared/constants.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { words } from '#server/platform/words.ts';

/** What is left when a page is not rendered at all: no script, no style, the sentence of spec §8. */
export function failurePage(language: Language, code: ErrorCode = 'server_error'): string {
  const { t } = words[language];
  return (
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${t('failure.title')}</title><h1>${t('failure.title')}</h1><p>${t(`errors:${code}`)}</p>`
  );
}
