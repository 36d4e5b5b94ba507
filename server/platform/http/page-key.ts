import type { IncomingMessage } from 'node:http';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#shared/constants.ts';
import { LANGUAGE_COOKIE } from '#shared/language.ts';

type Asking = Pick<IncomingMessage, 'url' | 'headers'>;

const REMEMBERED = new RegExp(String.raw`(?:^|;\s*)${LANGUAGE_COOKIE}=(\w+)`);
const known = (text: string | undefined): Language | undefined => LANGUAGES.find((language) => language === text?.toLowerCase());

/** The language in the address, if any: such an answer also sets the language cookie. */
export const languageInAddress = (url: string): Language | undefined => known(languageNamed(url));

function languageNamed(url: string): string | undefined {
  const query = url.includes('lang=') ? url.split('?', 2)[1] : undefined;
  return query === undefined ? undefined : (new URLSearchParams(query).get('lang') ?? undefined);
}

/** `?lang=`, else the cookie, else English (spec §1); an unknown language is answered in English, too. */
export function languageOf(request: Asking): Language {
  const named = languageNamed(request.url ?? '/');
  if (named) return known(named) ?? DEFAULT_LANGUAGE;
  return languageChosen(request) ?? DEFAULT_LANGUAGE;
}

/** The language of the cookie, if there is one: a client without a choice changes nothing. */
export function languageChosen({ headers: { cookie } }: Pick<Asking, 'headers'>): Language | undefined {
  return cookie === undefined ? undefined : known(REMEMBERED.exec(cookie)?.[1]);
}

/** The query of the address to which a successful form redirects (page-forms.ts). */
export const SENT_MARK = 'sent=1';

/** Returns true if the page must show that its form was sent. */
export const isSentNote = (url: string): boolean =>
  url.includes(SENT_MARK) && new URLSearchParams(url.split('?', 2)[1]).get('sent') === '1';

/** Pages are the same for everybody who reads the same language. */
export const pageKey = (path: string, language: Language): string => `page:${language}:${path}`;

/** The key of the page for missing addresses: one for all of them. */
export const missingPageKey = (language: Language): string => `missing:${language}`;
