import type { Language } from '#shared/constants.ts';
import { languageCookie } from '#shared/language.ts';
import type { Env } from '#server/env.ts';
import { withHeaders, type CachedResponse } from './cached-response.ts';

/** A page that is kept has such a form of it kept beside it, for as long. */
const kept = new WeakMap<CachedResponse, CachedResponse>();

/** Returns the same page, which also makes the browser keep the language that its address asks for. */
export function rememberingLanguage({ publicUrl }: Pick<Env, 'publicUrl'>, page: CachedResponse, language: Language): CachedResponse {
  const present = kept.get(page);
  if (present) return present;
  const remembering = withHeaders(page, {
    'cache-control': page.headers['cache-control'] === 'no-store' ? 'no-store' : 'private, no-cache',
    'set-cookie': languageCookie(language, { isSecure: publicUrl.startsWith('https:') }),
  });
  kept.set(page, remembering);
  return remembering;
}
