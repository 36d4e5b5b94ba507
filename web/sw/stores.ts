import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '#shared/constants.ts';
import { isStoredPage, cacheKeyOf, cacheKeysOf, type PageShown, STORES, FILE_PATH } from '#shared/offline.ts';
import { paths } from '#shared/paths.ts';

/** The scanner's decoder is large, and useless without a network. */
const NOT_STORED = /\.wasm$/;
const PICTURE = /^\/media\//;
/** The limit of each cache. */
const MOST_FILES = 400;

/** Files that are loaded only when needed, set by the build (tools/vite/service-worker.ts). */
declare const LATE_PARTS: string[];
export const LATE_FILES: readonly string[] = LATE_PARTS;

/** Returns true for addresses that change with their content, so that they can be cached for good. */
export const isFile = ({ pathname }: Pick<URL, 'pathname'>): boolean => FILE_PATH.test(pathname) && !NOT_STORED.test(pathname);

/** Returns the cached file, else the network's, which is then cached. */
export async function answerFile(request: Request, extend: (work: Promise<unknown>) => void): Promise<Response> {
  const stored = await caches.match(request.url);
  if (stored) return stored;
  const answer = await fetch(request);
  extend(storeFile(request.url, answer.clone()));
  return answer;
}

/** Fetches what is not cached yet; usually the browser has it in its own cache. */
export async function storeFiles(addresses: Iterable<string>): Promise<void> {
  const missing = async (address: string) => {
    if (!(await caches.match(address))) await storeFile(address, await fetch(address));
  };
  await Promise.allSettled([...new Set(addresses)].map(missing));
  await dropOldest(STORES.pictures, async () => new Set());
  await dropOldest(STORES.files, neededFiles);
}

async function dropOldest(name: string, findNeeded: () => Promise<Set<string>>): Promise<void> {
  const store = await caches.open(name);
  const stored = await store.keys();
  if (stored.length <= MOST_FILES) return;
  const needed = await findNeeded();
  const old = stored.filter(({ url }) => !needed.has(url)).slice(0, stored.length - MOST_FILES);
  await Promise.all(old.map((request) => store.delete(request)));
}

/** The files that the cached pages need. */
async function neededFiles(): Promise<Set<string>> {
  const pages = await caches.open(STORES.pages);
  const documents = (await pages.keys()).map(async (page) => filesIn((await (await pages.match(page))?.text()) ?? ''));
  const needed = [...LATE_FILES, ...(await Promise.all(documents)).flat()];
  return new Set(needed.map((address) => new URL(address, location.origin).href));
}

/** Pictures have a cache of their own, so that a gallery does not evict the site's own files. A full disk must not fail the request. */
async function storeFile(address: string, answer: Response): Promise<void> {
  const isLasting = answer.status === 200 && (answer.headers.get('cache-control') ?? '').includes('immutable');
  const isPicture = PICTURE.test(new URL(address, location.origin).pathname);
  if (isLasting) await (await caches.open(isPicture ? STORES.pictures : STORES.files)).put(address, answer).catch(() => undefined);
}

/** The scripts, styles, fonts and translations that a page names. */
const filesIn = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="(\/(?:assets|locales)\/[^"]+)"/g)].flatMap(([, address]) => address?.replaceAll('&amp;', '&') ?? []);

const MOST_PAGES = 60;
/** A page is not refetched within this time: the visitor has just loaded it. */
const FRESH_MS = 10_000;
/** Stores the last language shown; the worker cannot read the cookie. */
const LANGUAGE_SHOWN = '/language-shown';

export const openPages = (): Promise<Cache> => caches.open(STORES.pages);
const knownLanguage = (text: string | null | undefined): Language | undefined => LANGUAGES.find((language) => language === text);

/** The language of an answer without a network: the requested one, else the one shown last. */
export async function languageFor({ searchParams }: URL): Promise<Language> {
  const requested = knownLanguage(searchParams.get('lang'));
  if (requested) return requested;
  const shown = await (await openPages()).match(LANGUAGE_SHOWN);
  return knownLanguage(await shown?.text()) ?? DEFAULT_LANGUAGE;
}

export async function storedPage(url: URL): Promise<Response | undefined> {
  const pages = await openPages();
  for (const form of cacheKeysOf(url.pathname, await languageFor(url))) {
    const stored = await pages.match(form);
    if (stored) return stored;
  }
  return undefined;
}

/** Stores an answer if it is a page, with all files it names. */
export async function storePage(pathname: string, answer: Response): Promise<void> {
  const language = knownLanguage(answer.headers.get('content-language'));
  const isStorable = answer.status === 200 && !answer.redirected && !(answer.headers.get('cache-control') ?? '').includes('no-store');
  if (!isStorable || !language || !isStoredPage(pathname)) return;
  await storeFiles(filesIn(await answer.clone().text()));
  const pages = await openPages();
  await pages.put(cacheKeyOf(pathname, language), answer).catch(() => undefined);
  const seen = await seenPages(pages);
  await Promise.all(seen.slice(0, Math.max(0, seen.length - MOST_PAGES)).map((request) => pages.delete(request)));
}

/** Stores a page that was reached by navigation in the browser: its document is fetched for the next load. */
export async function storeShownPage({ path, language, files }: PageShown): Promise<void> {
  const pages = await openPages();
  await pages.put(LANGUAGE_SHOWN, new Response(language));
  await storeFiles(files);
  const address = cacheKeyOf(path, language);
  if (isStoredPage(path) && !(await isFresh(pages, address)))
    // Without cookies, because the address would change the visitor's language.
    await fetch(address, { credentials: 'omit' }).then(
      (answer) => storePage(path, answer),
      () => undefined,
    );
}

async function isFresh(pages: Cache, address: string): Promise<boolean> {
  const stored = await pages.match(address);
  return Math.abs(Date.now() - Date.parse(stored?.headers.get('date') ?? '')) < FRESH_MS;
}

/** Oldest first. */
export const seenPages = async (pages: Cache): Promise<readonly Request[]> =>
  (await pages.keys()).filter(({ url }) => isStoredPage(new URL(url).pathname));

/** Stores the page for addresses that were never visited, in both languages. Without it the worker is not installed. */
export async function storeOfflinePages(): Promise<void> {
  const pages = await openPages();
  for (const language of LANGUAGES) {
    const address = cacheKeyOf(paths.offline, language);
    const answer = await fetch(address, { credentials: 'omit', cache: 'reload' });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    await storeFiles(filesIn(await answer.clone().text()));
    await pages.put(address, answer);
  }
}
