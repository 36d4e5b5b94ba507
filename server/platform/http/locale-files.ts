import type { FastifyInstance } from 'fastify';
import { AppError } from '#shared/errors.ts';
import type { ShownSite, Translations } from '#shared/rendering.ts';
import { cachedResponse, FOREVER_CACHE, sendCached, withHeaders, type CachedResponse } from './cached-response.ts';
import { sendError } from './errors.ts';
import { dataHeaders } from './security-headers.ts';

/** Compressed once for each version of the texts. */
const BEST_QUALITY = 11;
const ASK_FIRST = 'public, no-cache';

type Files = Map<string, { named: CachedResponse; unnamed: CachedResponse }>;

/** `ofVersion` returns the translations of the present version, or of an earlier one. */
type TranslationSource = { current(): Pick<ShownSite, 'translations'>; ofVersion(version: string): Translations | undefined };

/** `/locales/{language}/{namespace}.json`: cached for good if the address names the version, else revalidated each time. */
export function registerLocaleFiles(http: FastifyInstance, { current, ofVersion }: TranslationSource): void {
  const written = new WeakMap<Translations, Files>();
  const filesOf = (translations: Translations): Files => {
    const files = written.get(translations) ?? writeFiles(translations);
    written.set(translations, files);
    return files;
  };
  http.get<{ Params: { language: string; file: string }; Querystring: { v?: string } }>(
    '/locales/:language/:file',
    async (request, reply) => {
      const { language, file: name } = request.params;
      const named = request.query.v === undefined ? undefined : ofVersion(request.query.v);
      const found = filesOf(named ?? current().translations).get(`${language}/${name}`);
      if (!found) return sendError(reply, new AppError('not_found'));
      return sendCached(request, reply, named ? found.named : found.unnamed);
    },
  );
}

function writeFiles(translations: Translations): Files {
  const files: Files = new Map();
  for (const [language, namespaces] of Object.entries(translations))
    for (const [namespace, list] of Object.entries(namespaces)) files.set(`${language}/${namespace}.json`, versions(list));
  return files;
}

const headers = {
  'content-type': 'application/json; charset=utf-8',
  vary: 'accept-encoding',
  ...dataHeaders,
};

function versions(translations: object): { named: CachedResponse; unnamed: CachedResponse } {
  const unnamed = cachedResponse(200, { ...headers, 'cache-control': ASK_FIRST }, JSON.stringify(translations), { quality: BEST_QUALITY });
  return { unnamed, named: withHeaders(unnamed, { 'cache-control': FOREVER_CACHE }) };
}
