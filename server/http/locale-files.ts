import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '#shared/errors.ts';
import { resources } from '#server/words.ts';
import { cachedResponse, withHeaders, writeCached, type CachedResponse } from './cached-response.ts';
import { sendError } from './errors.ts';
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const ASK_FIRST = 'public, no-cache';

/** Changes with any word: pages ask for `?v=` of it, so that a browser never mixes an old word list with a new page. */
export const wordsVersion = createHash('sha256').update(JSON.stringify(resources)).digest('base64url').slice(0, 8);

/** Where one word list is fetched from. */
export const localeUrl = (language: string, namespace: string): string => `/locales/${language}/${namespace}.json?v=${wordsVersion}`;

/** `/locales/{language}/{namespace}.json`, for good when the version is named, else asked for again each time. */
export function registerLocaleFiles(http: FastifyInstance): void {
  const files = new Map<string, { named: CachedResponse; unnamed: CachedResponse }>();
  for (const [language, namespaces] of Object.entries(resources))
    for (const [namespace, words] of Object.entries(namespaces)) files.set(`${language}/${namespace}.json`, versions(words));

  http.get<{ Params: { language: string; file: string }; Querystring: { v?: string } }>(
    '/locales/:language/:file',
    async (request, reply) => {
      const { language, file: name } = request.params;
      const found = files.get(`${language}/${name}`);
      if (!found) return sendError(reply, new AppError('not_found'));
      reply.hijack();
      writeCached(request.raw, reply.raw, request.query.v === wordsVersion ? found.named : found.unnamed);
      return reply;
    },
  );
}

const headers = {
  'content-type': 'application/json; charset=utf-8',
  vary: 'accept-encoding',
  'content-security-policy': contentSecurityPolicy,
  ...securityHeaders,
};

function versions(words: object): { named: CachedResponse; unnamed: CachedResponse } {
  const unnamed = cachedResponse(200, { ...headers, 'cache-control': ASK_FIRST }, JSON.stringify(words));
  return { unnamed, named: withHeaders(unnamed, { 'cache-control': FOREVER }) };
}
