import type { i18n } from 'i18next';
import { urlOf } from '#shared/contract.ts';
import { pageViewsContract } from '#shared/page-views/page-views.contract.ts';
import { PAGE_VIEW, uncounted } from './track.ts';

/** Has each page that is shown counted (docs/decisions/0015). Without a cookie, and without the address of the page before. */
export function countViews(translator: i18n): void {
  const count = () => {
    for (const path of uncounted.splice(0)) if (navigator.onLine) void send(path, translator.language);
  };
  globalThis.addEventListener(PAGE_VIEW, count);
  count();
}

/** Nobody waits for it or hears of its failure; `keepalive`: also when the page is left. Read to its end, so that its connection is free again. */
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
