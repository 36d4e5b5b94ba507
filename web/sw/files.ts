import { STORES } from '#shared/offline.ts';

const FILE = /^\/(assets|locales|media)\//;
/** The scanner's decoder is large, and useless without a network. */
const NOT_KEPT = /\.wasm$/;
const PICTURE = /^\/media\//;
/** The limit of each cache. */
const MOST_KEPT = 400;

/** Files that are loaded only when needed: set by the build (tools/vite/service-worker.ts). */
declare const LATE_PARTS: string[];
export const LATE_FILES: readonly string[] = LATE_PARTS;

/** Returns true for addresses that change with their content, so that they can be cached for good. */
export const isFile = ({ pathname }: Pick<URL, 'pathname'>): boolean => FILE.test(pathname) && !NOT_KEPT.test(pathname);

/** Returns the cached file, else the network's, which is then cached. */
export async function answerFile(request: Request, extend: (work: Promise<unknown>) => void): Promise<Response> {
  const kept = await caches.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  extend(keep(request.url, answer.clone()));
  return answer;
}

/** Fetches what is not cached yet; mostly the browser has it in its own cache. */
export async function keepFiles(addresses: Iterable<string>): Promise<void> {
  const missing = async (address: string) => {
    if (!(await caches.match(address))) await keep(address, await fetch(address));
  };
  await Promise.allSettled([...new Set(addresses)].map(missing));
  await dropOldest(STORES.pictures, async () => new Set());
  await dropOldest(STORES.files, neededFiles);
}

async function dropOldest(name: string, findNeeded: () => Promise<Set<string>>): Promise<void> {
  const store = await caches.open(name);
  const kept = await store.keys();
  if (kept.length <= MOST_KEPT) return;
  const needed = await findNeeded();
  const old = kept.filter(({ url }) => !needed.has(url)).slice(0, kept.length - MOST_KEPT);
  await Promise.all(old.map((request) => store.delete(request)));
}

/** The files that the cached pages need. */
async function neededFiles(): Promise<Set<string>> {
  const pages = await caches.open(STORES.pages);
  const documents = (await pages.keys()).map(async (page) => filesIn((await (await pages.match(page))?.text()) ?? ''));
  const needed = [...LATE_FILES, ...(await Promise.all(documents)).flat()];
  return new Set(needed.map((address) => new URL(address, location.origin).href));
}

/** Pictures have a cache of their own, so that a gallery does not push out the site's own files. A full disk must not fail the request. */
async function keep(address: string, answer: Response): Promise<void> {
  const isLasting = answer.status === 200 && (answer.headers.get('cache-control') ?? '').includes('immutable');
  const isPicture = PICTURE.test(new URL(address, location.origin).pathname);
  if (isLasting) await (await caches.open(isPicture ? STORES.pictures : STORES.files)).put(address, answer).catch(() => undefined);
}

/** The scripts, styles, fonts and translations that a page names. */
export const filesIn = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="(\/(?:assets|locales)\/[^"]+)"/g)].flatMap(([, address]) => address?.replaceAll('&amp;', '&') ?? []);
