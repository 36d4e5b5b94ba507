import type { Language } from './constants.ts';

export const LANGUAGE_COOKIE = 'lang';
const REMEMBERED_SECONDS = 365 * 24 * 60 * 60;

/** The language cookie, in a format that both `Set-Cookie` and `document.cookie` take. */
export const languageCookie = (language: Language, { isSecure }: { isSecure: boolean }): string =>
  `${LANGUAGE_COOKIE}=${language}; Path=/; Max-Age=${REMEMBERED_SECONDS}; SameSite=Lax${isSecure ? '; Secure' : ''}`;

/** The address of a translation file. Pages name the version, so that a browser never mixes an old file with a new page. */
export const translationsUrl = (language: string, namespace: string, version: string): string =>
  `/locales/${language}/${namespace}.json?v=${version}`;
