import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#shared/constants.ts';
import { paths } from '#shared/paths.ts';
import { isKept, keptAs, keptForms, STORES, type PageShown } from '#shared/offline.ts';
import { filesIn, keepFiles } from './files.ts';

const MOST_PAGES = 60;
/** A page is not fetched again within this time: the visitor has just loaded it. */
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

export async function keptPage(url: URL): Promise<Response | undefined> {
  const pages = await openPages();
  for (const form of keptForms(url.pathname, await languageFor(url))) {
    const kept = await pages.match(form);
    if (kept) return kept;
  }
  return undefined;
}

/** Stores an answer if it is a page, with all files it names. */
export async function keepPage(pathname: string, answer: Response): Promise<void> {
  const language = knownLanguage(answer.headers.get('content-language'));
  const isKeepable = answer.status === 200 && !answer.redirected && !(answer.headers.get('cache-control') ?? '').includes('no-store');
  if (!isKeepable || !language || !isKept(pathname)) return;
  await keepFiles(filesIn(await answer.clone().text()));
  const pages = await openPages();
  await pages.put(keptAs(pathname, language), answer).catch(() => undefined);
  const seen = await seenPages(pages);
  await Promise.all(seen.slice(0, Math.max(0, seen.length - MOST_PAGES)).map((request) => pages.delete(request)));
}

/** Stores a page that was reached without a load: its document is fetched for the next load. */
export async function keepShown({ path, language, files }: PageShown): Promise<void> {
  const pages = await openPages();
  await pages.put(LANGUAGE_SHOWN, new Response(language));
  await keepFiles(files);
  const address = keptAs(path, language);
  if (isKept(path) && !(await isFresh(pages, address)))
    // Without cookies, because the address would change the visitor's language.
    await fetch(address, { credentials: 'omit' }).then(
      (answer) => keepPage(path, answer),
      () => undefined,
    );
}

async function isFresh(pages: Cache, address: string): Promise<boolean> {
  const kept = await pages.match(address);
  return Math.abs(Date.now() - Date.parse(kept?.headers.get('date') ?? '')) < FRESH_MS;
}

/** Oldest first. */
export const seenPages = async (pages: Cache): Promise<readonly Request[]> =>
  (await pages.keys()).filter(({ url }) => isKept(new URL(url).pathname));

/** Stores the page for addresses that were never visited, in both languages. Without it the worker is not installed. */
export async function keepOfflinePages(): Promise<void> {
  const pages = await openPages();
  for (const language of LANGUAGES) {
    const address = keptAs(paths.offline, language);
    const answer = await fetch(address, { credentials: 'omit', cache: 'reload' });
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    await keepFiles(filesIn(await answer.clone().text()));
    await pages.put(address, answer);
  }
}
