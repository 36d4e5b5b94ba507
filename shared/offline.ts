import { LANGUAGES, type Language } from './constants.ts';
import { withoutEndSlashes } from './paths.ts';

/** The names of the device's caches. A new number deletes the old caches and fills new ones. */
export const STORES = { pages: 'rkali-pages-1', files: 'rkali-files-1', pictures: 'rkali-pictures-1' } as const;
export const STORE_PREFIX = 'rkali-';

/** Paths of the files that cached pages need. */
export const FILE_PATH = /^\/(assets|locales|media)\//;

/** Set on the document of a page that was loaded from the device although there may be a network. */
export const CACHED_MARK = 'data-kept';

/** Pages that are identical for all visitors, `/profile` as the empty shell. No personal pages, and no address that may contain a token. */
const STORED_PAGE = /^\/($|about$|rentals$|djs$|gallery$|terms$|profile$|allevents\/(upcoming|past)$|events\/\d+$)/;
/** Spec §2: any other tab shows the upcoming one. */
const ODD_TAB = /^\/allevents(?!\/(upcoming|past)$)(\/.*)?$/;

/** The canonical name of a page: addresses match in any letter case. */
const nameOf = (pathname: string): string => withoutEndSlashes(pathname.toLowerCase()).replace(ODD_TAB, '/allevents/upcoming');

export const isStoredPage = (pathname: string): boolean => STORED_PAGE.test(nameOf(pathname));

/** The cache key of a page, and the address that fetches it in this language regardless of the cookie. */
export const cacheKeyOf = (pathname: string, language: Language): string => `${nameOf(pathname)}?lang=${language}`;

/** The cache keys of a page, the requested language first: another language is better than nothing. */
export const cacheKeysOf = (pathname: string, language: Language): string[] =>
  [language, ...LANGUAGES.filter((other) => other !== language)].map((one) => cacheKeyOf(pathname, one));

/** The message of a shown live page to the worker. */
export type PageShown = { path: string; language: Language; files: string[] };
