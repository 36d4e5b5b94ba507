import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Env } from '#server/platform/config/env.ts';
import { type CachedResponse, type ResponseCache, sendCached } from './cached-response.ts';
import { isOurs } from './local.ts';
import { isNamedLink, isSentNote, languageInAddress, languageOf, pageKeyOf, rememberingLanguage } from './request-facts.ts';
import { cacheKey, cachedQueryNames } from './route.ts';

/** Anonymous clients that read pages without a pause must not slow down a guest who waits for the database (docs/decisions/0035). */
const ANSWERS_A_TURN = 8;

type Parts = { cache: ResponseCache; env: Pick<Env, 'publicUrl'>; onAnswer: () => void };

/**
 * Sends a cached answer before any other hook runs: it is cheap, so no limit or metric counts it. The routes fill the same cache under the
 * same keys.
 */
export function answerFromCache(http: FastifyInstance, { cache, env, onAnswer }: Parts): void {
  const inTurns = createTurnLimit(ANSWERS_A_TURN);
  http.addHook('onRequest', async (request, reply) => {
    const found = isOurs(request) ? undefined : findAnswer(request, cache, env);
    if (!found) return;
    onAnswer();
    await new Promise<void>((resolve) => inTurns(resolve));
    await sendCached(request, reply, found);
  });
}

function findAnswer(request: FastifyRequest, cache: ResponseCache, env: Parts['env']): CachedResponse | undefined {
  const { url: route, config } = request.routeOptions;
  const shape = config.endpoint?.shape;
  if (shape?.cached) return cache.peek(cacheKey(request.url, cachedQueryNames(shape)));
  // The result of a form, and a link that is remembered, are rendered by the route (pages.ts).
  if (route !== '/*' || isSentNote(request.url) || isNamedLink(request.url)) return undefined;
  const page = cache.peek(pageKeyOf(request.url, languageOf(request.raw)));
  const language = languageInAddress(request.url);
  return page && language ? rememberingLanguage(env, page, language) : page;
}

/** Runs at most `perTurn` pieces of work per turn of the event loop, in order, so that answers of the database are handled in between. */
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
