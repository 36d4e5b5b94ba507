import { DEFAULT_LANGUAGE } from '#shared/constants.ts';
import { cacheKeysOf, STORES, type PageShown, FILE_PATH } from '#shared/offline.ts';
import type { Translator } from '#web/ui/translator.ts';
import { readState } from './page.ts';
import { PAGE_VIEW } from './track.ts';

/** Stores the visited pages for use without a network (docs/decisions/0010), unless the visitor saves data. */
export async function storeVisitedPages(translator: Translator): Promise<void> {
  if (!('serviceWorker' in navigator) || savesData()) return;
  // Where the browser or its owner forbids it, there is only the network.
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  if (!registration) return;
  const tell = async () => {
    const { active } = await navigator.serviceWorker.ready;
    // The lint rule is for windows: a worker takes no origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    active?.postMessage({ path: location.pathname, language: translator.language, files: newFiles() } satisfies PageShown);
  };
  globalThis.addEventListener(PAGE_VIEW, () => void tell());
  let { language } = translator;
  translator.subscribe(() => {
    if (language === translator.language) return;
    ({ language } = translator);
    void tell();
  });
  await tell();
}

/** `connection` is not in every browser, nor in TypeScript's types. */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
}

let reported = 0;

/** Returns the files loaded since the last call: the worker missed the first page's requests. */
function newFiles(): string[] {
  const entries = performance.getEntriesByType('resource').slice(reported);
  reported += entries.length;
  const urls = entries.map(({ name }) => new URL(name));
  return urls.filter(({ origin, pathname }) => origin === location.origin && FILE_PATH.test(pathname)).map(({ href }) => href);
}

/** Returns the stored loader result of a screen's page. */
export async function storedData(routeId: string, url: string): Promise<unknown> {
  const pages = await caches.open(STORES.pages);
  for (const form of cacheKeysOf(new URL(url).pathname, DEFAULT_LANGUAGE)) {
    const stored = await pages.match(form);
    if (stored) return readState(new DOMParser().parseFromString(await stored.text(), 'text/html')).loaderData[routeId];
  }
  return undefined;
}
