import { LANGUAGES, type Language } from './constants.ts';
import { withoutEndSlashes } from './paths.ts';

/** The device's stores for the time without a network. Another number: everything is kept anew, the old stores go. */
export const STORES = { pages: 'rkali-pages-1', files: 'rkali-files-1', pictures: 'rkali-pictures-1' } as const;
export const STORE_PREFIX = 'rkali-';

/** On the document of a page that comes from the device though there may be a network. */
export const KEPT_MARK = 'data-kept';

/** Pages the same for everybody, `/profile` as the empty shell it is sent as. Nothing about one person, and no address that may carry a token. */
const KEPT = /^\/($|about$|rentals$|djs$|gallery$|terms$|profile$|allevents\/(upcoming|past)$|events\/\d+$)/;
/** Spec §2: any other tab is the upcoming one. */
const ODD_TAB = /^\/allevents(?!\/(upcoming|past)$)(\/.*)?$/;

/** One page, one name: addresses match in any letter case. */
const nameOf = (pathname: string): string => withoutEndSlashes(pathname.toLowerCase()).replace(ODD_TAB, '/allevents/upcoming');

export const isKept = (pathname: string): boolean => KEPT.test(nameOf(pathname));

/** Under what a page is kept, and where it is fetched from in that language whatever the cookie says. */
export const keptAs = (pathname: string, language: Language): string => `${nameOf(pathname)}?lang=${language}`;

/** The kept forms of a page, the language asked for first: seen in another language is better than not at all. */
export const keptForms = (pathname: string, language: Language): string[] =>
  [language, ...LANGUAGES.filter((other) => other !== language)].map((one) => keptAs(pathname, one));

/** What a live page tells the worker when it comes into view. */
export type PageShown = { path: string; language: Language; files: string[] };
