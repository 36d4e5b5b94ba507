import type { Language } from '#shared/constants.ts';
import { languageCookie } from '#shared/language.ts';
import type { Env } from '#server/platform/config/env.ts';
import { withHeaders, type CachedResponse } from './cached-response.ts';

/** Returns the page in a form that also makes the browser keep its language, which the address asks for; it is made once. */
export function rememberingLanguage({ publicUrl }: Pick<Env, 'publicUrl'>, page: CachedResponse, language: Language): CachedResponse {
  return (page.rememberingLanguage ??= withHeaders(page, {
    'cache-control': page.headers['cache-control'] === 'no-store' ? 'no-store' : 'private, no-cache',
    'set-cookie': languageCookie(language, { isSecure: publicUrl.startsWith('https:') }),
  }));
}
