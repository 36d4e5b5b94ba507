import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Env } from '#server/platform/config/env.ts';
import type { Context } from '#server/platform/context.ts';
import { DEFAULT_LANGUAGE, type Language, LANGUAGES } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { LANGUAGE_COOKIE, languageCookie } from '#shared/language.ts';
import { withoutEndSlashes } from '#shared/paths.ts';
import { utmCookie, utmIn, refCookie, refCodeIn } from '#shared/promoters/named-link.ts';
import { type CachedResponse, withHeaders } from './cached-response.ts';

/**
 * Returns the path of a request as Fastify's router reads it: percent-encoding decoded once, except for characters with a meaning in URLs,
 * and no slash at the end; the letter case is unchanged. Undefined if it cannot be decoded.
 */
export function decodedPath(url: string): string | undefined {
  const mark = url.indexOf('?');
  const path = withoutEndSlashes(mark < 0 ? url : url.slice(0, mark));
  if (!path.includes('%')) return path;
  try {
    // An encoded percent sign is not decoded: decoded twice, two addresses could become one.
    return withoutEndSlashes(path.split('%25').map(decodeURI).join('%25'));
  } catch {
    return undefined;
  }
}

/**
 * Returns one canonical path for every spelling of an address, so that none is cached twice; an address that cannot be decoded is
 * unchanged.
 */
export const canonicalPath = (url: string): string => (decodedPath(url) ?? url.split('?', 1)[0] ?? '/').toLowerCase();

const DEPTH_LIMIT = 20;
/** C0 and C1 controls except tab, line feed and carriage return; a surrogate without its partner. */
const FORBIDDEN = /[\p{Cc}--[\t\n\r]]|\p{Surrogate}/v;

const EACH_FORBIDDEN = new RegExp(FORBIDDEN, 'gv');

/** Removes the refused characters of a text, so that it can be written into a page. */
export const withoutForbidden = (text: string): string => text.replaceAll(EACH_FORBIDDEN, '');

/** Refuses control characters and lone surrogates anywhere in an input. @throws invalid_characters */
export function checkCharacters(value: unknown, depth = 0): void {
  if (typeof value === 'string') {
    if (FORBIDDEN.test(value)) throw new AppError('invalid_characters');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth > DEPTH_LIMIT) throw new AppError('invalid_input');
  for (const [key, part] of Object.entries(value)) {
    checkCharacters(key, depth);
    checkCharacters(part, depth + 1);
  }
}

/** Returns the access token of a request without verifying it. */
export const bearerOf = (request: FastifyRequest): string | undefined => /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];

/** Returns the page with the language cookie, as its address requests; made once. */
export function rememberingLanguage({ publicUrl }: Pick<Env, 'publicUrl'>, page: CachedResponse, language: Language): CachedResponse {
  return (page.rememberingLanguage ??= withHeaders(page, {
    'cache-control': page.headers['cache-control'] === 'no-store' ? 'no-store' : 'private, no-cache',
    'set-cookie': languageCookie(language, { isSecure: publicUrl.startsWith('https:') }),
  }));
}

/** Returns true if the address names a promoter or a source. */
export const isNamedLink = (url: string): boolean => refCodeIn(url) !== undefined || utmIn(url) !== undefined;

/** Returns the page for one visitor, with cookies that remember the promoter or source of the link. */
export function rememberingLink(
  { publicUrl }: Pick<Env, 'publicUrl'>,
  page: CachedResponse,
  { url = '/', headers }: Asking,
): CachedResponse {
  const options = { isSecure: publicUrl.startsWith('https:'), isPersistent: headers['sec-gpc'] !== '1' && headers['dnt'] !== '1' };
  const [refCode, utm] = [refCodeIn(url), utmIn(url)];
  return withHeaders(page, {
    'cache-control': page.headers['cache-control'] === 'no-store' ? 'no-store' : 'private, no-cache',
    // Spelled differently from the language cookie's header, so that a page can set all three.
    ...(refCode !== undefined && { 'Set-Cookie': refCookie(refCode, options) }),
    ...(utm && { 'Set-cookie': utmCookie(utm, options) }),
  });
}

/**
 * Refuses requests from pages of other sites, which must not act in a visitor's name. Old browsers and other programs do not say where a
 * request comes from, and pass. @throws forbidden
 */
export function requireOwnPage({ env }: Pick<Context, 'env'>, request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('forbidden');
  if (origin === undefined) return;
  const host = URL.canParse(origin) ? new URL(origin).host : undefined;
  if (host !== new URL(env.publicUrl).host && host !== request.host) throw new AppError('forbidden');
}

type Asking = Pick<IncomingMessage, 'url' | 'headers'>;

const REMEMBERED = new RegExp(String.raw`(?:^|;\s*)${LANGUAGE_COOKIE}=(\w+)`);
const known = (text: string | undefined): Language | undefined => LANGUAGES.find((language) => language === text?.toLowerCase());

/** Returns the language in the address, if any: such an answer also sets the language cookie. */
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

/** Returns the language of the cookie, if any: a client without a choice changes nothing. */
export function languageChosen({ headers: { cookie } }: Pick<Asking, 'headers'>): Language | undefined {
  return cookie === undefined ? undefined : known(REMEMBERED.exec(cookie)?.[1]);
}

/** The query of the address to which a sent form redirects (page-forms.ts). */
export const SENT_MARK = 'sent=1';

/** Returns true if the page must show that its form was sent. */
export const isSentNote = (url: string): boolean =>
  url.includes(SENT_MARK) && new URLSearchParams(url.split('?', 2)[1]).get('sent') === '1';

/** Pages are the same for everyone who reads the same language. */
export const pageKey = (path: string, language: Language): string => `page:${language}:${path}`;

/** The key of the page at this address, whatever its query. */
export const pageKeyOf = (url: string, language: Language): string => pageKey(canonicalPath(url), language);

/** The key of the page for missing addresses, one for all of them. */
export const missingPageKey = (language: Language): string => `missing:${language}`;
