import { urlOf } from '#shared/contract.ts';
import { pageViewsContract } from '#shared/page-views/page-views.contract.ts';
import type { Translator } from '#web/ui/translator.ts';
import { PAGE_VIEW, uncounted } from './track.ts';

/** Reports each page view to the server (docs/decisions/0015), without a cookie and without the previous page's address. */
export function countViews(translator: Translator): void {
  const count = () => {
    for (const path of uncounted.splice(0)) if (navigator.onLine) void send(path, translator.language);
  };
  globalThis.addEventListener(PAGE_VIEW, count);
  count();
}

/**
 * Sends without waiting and ignores failures; `keepalive` lets it finish after the page is left. Reading the whole body frees the
 * connection.
 */
async function send(path: string, language: string): Promise<void> {
  await fetch(urlOf(pageViewsContract.add), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ path, language }),
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  })
    .then((answer) => answer.text())
    .catch(() => undefined);
}
