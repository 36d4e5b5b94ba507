import type { FastifyInstance } from 'fastify';
import { AppError } from '#shared/errors.ts';
import type { ShownSite, WordTable } from '#shared/rendering.ts';
import { cachedResponse, withHeaders, writeCached, type CachedResponse } from './cached-response.ts';
import { sendError } from './errors.ts';
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const ASK_FIRST = 'public, no-cache';

type Files = Map<string, { named: CachedResponse; unnamed: CachedResponse }>;

/** Where one word list is fetched from: pages name the version, so that a browser never mixes an old list with a new page. */
export const localeUrl = (language: string, namespace: string, version: string): string =>
  `/locales/${language}/${namespace}.json?v=${version}`;

/** `/locales/{language}/{namespace}.json`, for good when the version is named, else asked for again each time. */
export function registerLocaleFiles(http: FastifyInstance, current: () => Pick<ShownSite, 'words' | 'wordsVersion'>): void {
  let made: { of: WordTable; files: Files } | undefined;
  const filesOf = (words: WordTable): Files => {
    if (made?.of !== words) made = { of: words, files: writeFiles(words) };
    return made.files;
  };

  http.get<{ Params: { language: string; file: string }; Querystring: { v?: string } }>(
    '/locales/:language/:file',
    async (request, reply) => {
      const { language, file: name } = request.params;
      const { words, wordsVersion } = current();
      const found = filesOf(words).get(`${language}/${name}`);
      if (!found) return sendError(reply, new AppError('not_found'));
      reply.hijack();
      writeCached(request.raw, reply.raw, request.query.v === wordsVersion ? found.named : found.unnamed);
      return reply;
    },
  );
}

function writeFiles(words: WordTable): Files {
  const files: Files = new Map();
  for (const [language, namespaces] of Object.entries(words))
    for (const [namespace, list] of Object.entries(namespaces)) files.set(`${language}/${namespace}.json`, versions(list));
  return files;
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
