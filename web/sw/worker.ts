import { type Language, LANGUAGES } from '#shared/constants.ts';
import { isStoredPage, CACHED_MARK, cacheKeyOf, type PageShown, STORE_PREFIX, STORES } from '#shared/offline.ts';
import { paths } from '#shared/paths.ts';
import {
  storeOfflinePages,
  storePage,
  storeShownPage,
  storedPage,
  languageFor,
  openPages,
  seenPages,
  answerFile,
  isFile,
  storeFiles,
  LATE_FILES,
} from './stores.ts';
import { type FetchEvent, scope } from '#web/lib/worker-scope.ts';

/** Requests the worker does not handle: the API, tools, the bank, and addresses that carry a token. */
const NOT_OURS = /^\/(api|dev|fake-bank|assets|locales|media|change_password|invitation|successpayment|failpayment)(\/|$)/i;
/** After this time the stored page is shown instead of the network's. */
const PAGE_TIMEOUT_MS = 6000;

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => isPageShown(event.data) && event.waitUntil(storeShownPage(event.data)));
scope.addEventListener('fetch', (event) => {
  const answer = answerTo(event);
  if (answer) event.respondWith(answer);
});

async function install(): Promise<void> {
  await storeOfflinePages();
  await storeFiles(LATE_FILES);
  // Files are stored by content, so a page of the previous release finds all its files under the new worker, too.
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  const current: string[] = Object.values(STORES);
  const old = (await caches.keys()).filter((name) => name.startsWith(STORE_PREFIX) && !current.includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

function answerTo(event: FetchEvent): Promise<Response> | undefined {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || request.headers.has('authorization') || request.headers.has('range'))
    return undefined;
  if (request.mode === 'navigate') return NOT_OURS.test(url.pathname) ? undefined : answerPage(event, url);
  return isFile(url) ? answerFile(request, (work) => event.waitUntil(work)) : undefined;
}

/** Returns the network's page; the stored one when that fails or takes too long; else the offline page. */
async function answerPage(event: FetchEvent, url: URL): Promise<Response> {
  const fromNetwork = fetch(event.request);
  event.waitUntil(fromNetwork.then((answer) => storePage(url.pathname, answer.clone())).catch(() => undefined));
  const stored = isStoredPage(url.pathname) ? storedPage(url) : undefined;
  const storedInTime = async () => (await elapsed(PAGE_TIMEOUT_MS), (await marked(stored)) ?? fromNetwork);
  try {
    return await Promise.race([fromNetwork, storedInTime()]);
  } catch {
    return (await marked(stored)) ?? offlinePage(await languageFor(url));
  }
}

/** Marks a page as coming from the device's copy. */
async function marked(page: Promise<Response | undefined> | undefined): Promise<Response | undefined> {
  const stored = await page;
  return stored && new Response((await stored.text()).replace('<html', `<html ${CACHED_MARK}`), { headers: stored.headers });
}

const elapsed = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function isPageShown(data: unknown): data is PageShown {
  if (typeof data !== 'object' || data === null || !('path' in data) || !('language' in data) || !('files' in data)) return false;
  return typeof data.path === 'string' && LANGUAGES.some((language) => language === data.language) && Array.isArray(data.files);
}

/** Scripts would render the screen of the address instead; without them the menu must be in the page. */
const LIVE_PARTS = /<script\b.*?<\/script>|<link rel="(?:modulepreload|preload)"[^>]*>|<\/?noscript>/gs;
const SEEN_LIST = /(<ul\b[^>]*\bid="seen-pages"[^>]*>)(<\/ul>)/;

/** Returns the page that says there is no network, and which pages can be read offline. */
async function offlinePage(language: Language): Promise<Response> {
  const pages = await openPages();
  const stored = await pages.match(cacheKeyOf(paths.offline, language));
  if (!stored) return Response.error();
  const html = (await stored.text()).replaceAll(LIVE_PARTS, '');
  const links = await linksToSeen(pages, language);
  return new Response(
    html.replace(SEEN_LIST, (_all, open: string, close: string) => open + links + close),
    { status: 503, headers: stored.headers },
  );
}

/** Title and address are as the server wrote them, so they are already escaped. */
async function linksToSeen(pages: Cache, language: Language): Promise<string> {
  const seen = (await seenPages(pages)).filter(({ url }) => url.endsWith(`?lang=${language}`)).toReversed();
  const links = seen.map(async (request) => {
    const html = await (await pages.match(request))?.text();
    const title = /<title>([^<]*)<\/title>/.exec(html ?? '')?.[1];
    const { pathname } = new URL(request.url);
    return title === undefined ? '' : `<li><a href="${pathname}">${title}</a></li>`;
  });
  return (await Promise.all(links)).join('');
}
