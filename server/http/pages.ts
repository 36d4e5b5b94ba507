import type { FastifyInstance } from 'fastify';
import type { Language } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { languageCookie } from '#shared/language.ts';
import type { PostedForm, RenderedPage } from '#shared/rendering.ts';
import type { Deps } from '#server/context.ts';
import { shownSite, wordsOfVersion } from '#server/site-texts/shown-site.ts';
import { sendError } from './errors.ts';
import { cachedResponse, withHeaders, writeCached, type CachedResponse } from './cached-response.ts';
import { failurePage } from './failure-page.ts';
import { createInjectSend } from './inject-send.ts';
import { registerLocaleFiles } from './locale-files.ts';
import type { OpenSite } from './open-site.ts';
import { registerPageForms, SENT, type PageForm } from './page-forms.ts';
import { pageHeaders } from './page-headers.ts';
import { isSentNote, languageAsked, languageOf, pageKey, SENT_MARK } from './page-key.ts';
import type { ResponseCache } from './response-cache.ts';
import { cacheKey } from './serve.ts';
import { registerServiceWorker } from './service-worker.ts';

/** `built`: from dist/. `dev`: from the sources, with Vite. `none`: the API alone. */
export type PagesOptions = { mode: 'built' | 'dev' | 'none' };

const NOT_KEPT = { 'cache-control': 'no-store' };

type Registration = { deps: Deps; cache: ResponseCache; pages: PagesOptions; forms: PageForm[] };

/** Everything that is not the API: pages, their files and words. Called last, because pages answer to any address left. */
export async function registerPages(http: FastifyInstance, { deps, cache, pages: { mode }, forms }: Registration): Promise<void> {
  http.setNotFoundHandler((_request, reply) => sendError(reply, new AppError('not_found')));
  if (mode === 'none') return;

  const current = () => shownSite(deps.env);
  registerLocaleFiles(http, { current, ofVersion: (version) => wordsOfVersion(deps.env, version) });
  const openSite = await chooseSite(mode);
  const site = await openSite(http, { send: createInjectSend(http), current });

  if (mode === 'built') await registerServiceWorker(http, { isOn: deps.env.offlinePages, version: () => current().wordsVersion });

  const makePage = async (path: string, language: Language, posted?: PostedForm): Promise<CachedResponse> => {
    const plain = pageHeaders(path, language, { isDev: mode === 'dev', publicUrl: deps.env.publicUrl, trackers: deps.env.trackers });
    const headers = posted ? { ...plain, ...NOT_KEPT } : plain;
    try {
      const page = await site.render({ path, language, now: deps.clock.now(), posted });
      if ('location' in page) return cachedResponse(page.status, { ...headers, location: page.location }, '');
      if (page.cause) deps.log.error({ err: page.cause, path }, 'a page failed');
      return cachedResponse(page.status, { ...headers, ...failureHeaders(page) }, await site.fill(page, language));
    } catch (error) {
      deps.log.error({ err: error, path }, 'a page could not be rendered');
      return cachedResponse(500, { ...headers, ...NOT_KEPT }, failurePage(language));
    }
  };

  await registerPageForms(http, { deps, forms, show: (request, posted) => makePage(pathOf(request.url), languageOf(request.raw), posted) });

  http.get('/*', async (request, reply) => {
    const path = pathOf(request.url);
    const language = languageOf(request.raw);
    const address = cacheKey(request.url, []);
    const isSent = isSentNote(request.url) && forms.some((form) => form.path.toLowerCase() === address);
    const make = () => makePage(path, language, isSent ? SENT : undefined);
    const key = pageKey(isSent ? `${address}?${SENT_MARK}` : address, language);
    const page = mode === 'dev' ? await make() : await cache.get(key, make);
    reply.hijack();
    writeCached(request.raw, reply.raw, languageAsked(request.url) ? remembering(page, language) : page);
    return reply;
  });
}

const chooseSite = async (mode: 'built' | 'dev'): Promise<OpenSite> =>
  mode === 'dev' ? (await import('./dev-site.ts')).openDevSite : (await import('./built-site.ts')).openBuiltSite;

/** A failure is over sooner than any cache would notice. */
const failureHeaders = ({ status, retryAfterSeconds }: RenderedPage): Record<string, string> => ({
  ...(status >= 500 && NOT_KEPT),
  ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
});

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '/';

/** The same page, which also keeps the language that was asked for. */
const remembering = (page: CachedResponse, language: Language): CachedResponse =>
  withHeaders(page, {
    'cache-control': page.headers['cache-control'] === 'no-store' ? 'no-store' : 'private, no-cache',
    'set-cookie': languageCookie(language),
  });
