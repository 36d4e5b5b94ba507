import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Env } from '#server/platform/config/env.ts';
import { contract } from '#shared/api.ts';
import { isReadyFor, type ResponseCache, writeCached } from './cached-response.ts';
import { isNamedLink, isSentNote, languageInAddress, languageOf, pageKey, rememberingLanguage } from './request-facts.ts';
import { cachedQueryNames, cacheKey } from './serve.ts';

/** Anonymous clients that read pages without a pause must not slow down a guest who waits for the database: `bench flood`, decision 64. */
const ANSWERS_A_TURN = 8;

/**
 * Writes a cached answer before any router, hook or parser runs; returns false when there is none. The routes fill the same cache with the
 * same keys, so both ways write the same bytes.
 */
export function createFastPath(
  cache: ResponseCache,
  env: Pick<Env, 'publicUrl'>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const queries = new Map<string, string[]>();
  for (const verbs of Object.values(contract))
    for (const endpoint of Object.values(verbs)) {
      const names = endpoint.shape.cached ? cachedQueryNames(endpoint.shape) : [];
      if (names.length > 0) queries.set(`/api${endpoint.path}`.toLowerCase(), names);
    }

  const inTurns = createTurnLimit(ANSWERS_A_TURN);
  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const url = request.url ?? '/';
    const path = cacheKey(url, []);
    const isCall = path.startsWith('/api/');
    // The result of a form, and a link that is remembered, have their own route (pages.ts).
    if (!isCall && (isSentNote(url) || isNamedLink(url))) return false;
    const language = isCall ? undefined : languageInAddress(url);
    const found = cache.peek(isCall ? cacheKey(url, queries.get(path) ?? []) : pageKey(path, language ?? languageOf(request)));
    const cached = found && language ? rememberingLanguage(env, found, language) : found;
    // The route compresses it first, outside of the event loop.
    if (!cached || !isReadyFor(request, cached)) return false;
    inTurns(() => writeCached(request, response, cached));
    return true;
  };
}

/**
 * Runs at most `perTurn` pieces of work in one turn of the event loop, in order; the others wait for the next turns. The database's answers
 * can then come in between many cheap ones.
 */
export function createTurnLimit(perTurn: number): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let left = perTurn;
  let isScheduled = false;

  const run = (): void => {
    while (left > 0 && waiting.length > 0) {
      left -= 1;
      waiting.shift()?.();
    }
    if (isScheduled || left === perTurn) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      left = perTurn;
      run();
    });
  };

  return (work) => {
    waiting.push(work);
    run();
  };
}
