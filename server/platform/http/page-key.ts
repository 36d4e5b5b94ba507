import type { IncomingMessage } from 'node:http';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from '#shared/constants.ts';
import { LANGUAGE_COOKIE } from '#shared/language.ts';

type Asking = Pick<IncomingMessage, 'url' | 'headers'>;

const REMEMBERED = new RegExp(String.raw`(?:^|;\s*)${LANGUAGE_COOKIE}=(\w+)`);
const known = (text: string | undefined): Language | undefined => LANGUAGES.find((language) => language === text?.toLowerCase());

/** The language that the address names, if any: such an answer also remembers the choice. */
export const languageInAddress = (url: string): Language | undefined => known(languageNamed(url));

function languageNamed(url: string): string | undefined {
  const query = url.includes('lang=') ? url.split('?', 2)[1] : undefined;
  return query === undefined ? undefined : (new URLSearchParams(query).get('lang') ?? undefined);
}

/** `?lang=`, else the remembered choice, else English (spec §1); a language that we do not speak is answered in English, too. */
export function languageOf(request: Asking): Language {
  const named = languageNamed(request.url ?? '/');
  if (named) return known(named) ?? DEFAULT_LANGUAGE;
  return languageChosen(request) ?? DEFAULT_LANGUAGE;
}

/** The remembered choice, if there is one: a program that chose nothing changes nothing. */
export function languageChosen({ headers: { cookie } }: Pick<Asking, 'headers'>): Language | undefined {
  return cookie === undefined ? undefined : known(REMEMBERED.exec(cookie)?.[1]);
}

/** The mark in the address that a form's good end leads to (page-forms.ts). */
export const SENT_MARK = 'sent=1';

/** Returns true if the page is to say that its form was sent. */
export const isSentNote = (url: string): boolean =>
  url.includes(SENT_MARK) && new URLSearchParams(url.split('?', 2)[1]).get('sent') === '1';

/** Pages are the same for everybody who reads the same language. */
export const pageKey = (path: string, language: Language): string => `page:${language}:${path}`;

/** The page that says there is no such page: one for every address that has none. */
export const missingPageKey = (language: Language): string => `missing:${language}`;
