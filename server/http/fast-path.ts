import type { IncomingMessage, ServerResponse } from 'node:http';
import { contract } from '#shared/api.ts';
import type { Language } from '#shared/constants.ts';
import { isReadyFor, writeCached, type CachedResponse } from './cached-response.ts';
import { isSentNote, languageAsked, languageOf, missingPageKey, pageKey } from './page-key.ts';
import type { ResponseCache } from './response-cache.ts';
import { cachedQueryNames, cacheKey } from './serve.ts';

/**
 * Answers what is in the cache before any router, hook or parser runs; returns false when it is not there.
 * The routes fill the same cache under the same keys, so both ways write the same bytes. `isMissing`: neither a page nor a route has this path.
 */
export function createFastPath(
  cache: ResponseCache,
  isMissing: (path: string) => boolean,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const queries = new Map<string, string[]>();
  for (const verbs of Object.values(contract))
    for (const endpoint of Object.values(verbs)) {
      const names = endpoint.shape.cached ? cachedQueryNames(endpoint.shape) : [];
      if (names.length > 0) queries.set(`/api${endpoint.path}`.toLowerCase(), names);
    }

  const peekPage = (path: string, language: Language): CachedResponse | undefined =>
    cache.peek(pageKey(path, language)) ?? (isMissing(path) ? cache.peek(missingPageKey(language)) : undefined);

  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const url = request.url ?? '/';
    const path = cacheKey(url, []);
    const isCall = path.startsWith('/api/');
    // A language asked for is also remembered, which takes a header of its own; what came of a form is said by another page (pages.ts).
    if (!isCall && (languageAsked(url) || isSentNote(url))) return false;
    const cached = isCall ? cache.peek(cacheKey(url, queries.get(path) ?? [])) : peekPage(path, languageOf(request));
    // The route compresses it first, beside the event loop.
    if (!cached || !isReadyFor(request, cached)) return false;
    writeCached(request, response, cached);
    return true;
  };
}
