import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '#server/platform/context.ts';
import { errorMessage, translators } from '#server/platform/translators.ts';
import type { Language } from '#shared/constants.ts';
import type { OpenHouse } from '#shared/events/open-house.ts';
import { AppError, type ErrorCode, errorStatus } from '#shared/errors.ts';
import type { PostedForm, ShownSite, Translations } from '#shared/rendering.ts';
import { refCodeIn } from '#shared/promoters/named-link.ts';
import { isScannerPage, isSecretPage } from '#shared/paths.ts';
import { cachedResponse, type CachedResponse, PUBLIC_CACHE, type ResponseCache, sendCached } from './cached-response.ts';
import type { CallLimits } from './call-limits.ts';
import { lookAttributes } from '#server/platform/club-look.ts';
import { registerDoorPage } from './door-page.ts';
import { sendError, toAppError } from './errors.ts';
import { registerLocaleFiles } from './locale-files.ts';
import type { OpenSite } from './page-document.ts';
import { type PageForm, registerPageForms, SENT } from './page-forms.ts';
import {
  decodedPath,
  isNamedLink,
  isSentNote,
  languageInAddress,
  languageOf,
  missingPageKey,
  pageKey,
  rememberingLanguage,
  rememberingLink,
  SENT_MARK,
} from './request-facts.ts';
import { contentSecurityPolicy, scannerSecurityPolicy, securityHeaders, transportHeaders } from './security-headers.ts';
import { createInjectSend } from './route.ts';

/** `built`: from dist/. `dev`: from the sources, with Vite. `none`: the API alone. */
export type PagesOptions = { mode: 'built' | 'dev' | 'none' };

const NOT_CACHED = { 'cache-control': 'no-store' };

/** Addresses of screens consist of these characters; any other address is no page, in whatever way it is decoded. */
const PLAIN_PATH = /^[\w/-]*$/;

type Registration = {
  deps: Deps;
  cache: ResponseCache;
  limits: CallLimits;
  pages: PagesOptions;
  forms: PageForm[];
  /** Returns the site's present texts and data; `translationsOfVersion`, those of an earlier version. */
  current(): ShownSite;
  translationsOfVersion(version: string): Translations | undefined;
  tonight(): Promise<OpenHouse | undefined>;
  /** Called when a promoter's link was opened. */
  refLinkOpened(refCode: string, request: FastifyRequest): void;
};

/** Serves everything outside the API: pages, their files and translations. Registered last, because pages match all other addresses. */
export async function registerPages(http: FastifyInstance, registration: Registration): Promise<void> {
  const { deps, cache, limits, forms, current } = registration;
  const { mode } = registration.pages;
  http.setNotFoundHandler((_request, reply) => sendError(reply, new AppError('not_found')));
  if (mode === 'none') return;

  registerLocaleFiles(http, { current, ofVersion: registration.translationsOfVersion });
  const openSite = await chooseSite(mode);
  const site = await openSite(http, { send: createInjectSend(http), current });

  registerDoorPage(http, { files: site.door, deps, isDev: mode === 'dev' });
  if (mode === 'built') await registerServiceWorker(http, { isOn: deps.env.offlinePages, version: () => current().translationsVersion });

  const { makePage, refusal } = createPageMaker(site, registration);
  await registerPageForms(http, {
    deps,
    forms,
    limits,
    show: ({ raw, url }, posted) => limits.inRenderQueue(() => makePage(pathOf(url), languageOf(raw), posted)),
    refuse: ({ raw }, error) => refusal(error, languageOf(raw)),
  });

  const isPage = (path: string): boolean => PLAIN_PATH.test(path) && site.hasScreen(path);

  const findPage = async ({ url, ip }: FastifyRequest, language: Language): Promise<CachedResponse> => {
    const path = pathOf(url);
    if (mode === 'dev') return makePage(path, language);
    if (!isPage(path)) {
      await limits.slowMissing(ip);
      return cache.get(missingPageKey(language), () => makePage(MISSING_PATH, language), isMissingPage);
    }
    const address = path.toLowerCase();
    const isSent = isSentNote(url) && forms.some((form) => form.path.toLowerCase() === address);
    const key = pageKey(isSent ? `${address}?${SENT_MARK}` : address, language);
    if (!cache.has(key)) await limits.consumeRead(ip);
    return cache.get(key, () => limits.inRenderQueue(() => makePage(path, language, isSent ? SENT : undefined)));
  };

  http.get('/*', async (request, reply) => {
    const language = languageOf(request.raw);
    const page = await findPage(request, language).catch((error: unknown) => refusal(error, language));
    const shown = languageInAddress(request.url) ? rememberingLanguage(deps.env, page, language) : page;
    const refCode = refCodeIn(request.url);
    if (refCode !== undefined) registration.refLinkOpened(refCode, request);
    await sendCached(request, reply, isNamedLink(request.url) ? rememberingLink(deps.env, shown, request.raw) : shown);
  });
}

type Site = Awaited<ReturnType<OpenSite>>;

/** `makePage` renders a screen, or the page for a failure; `refusal` is the page for a request that gets no screen. */
function createPageMaker(site: Site, { deps, pages, tonight }: Registration) {
  const headersOf = (path: string, language: Language) =>
    pageHeaders(path, language, { isDev: pages.mode === 'dev', publicUrl: deps.env.publicUrl });
  return {
    async makePage(path: string, language: Language, posted?: PostedForm): Promise<CachedResponse> {
      const headers = posted ? { ...headersOf(path, language), ...NOT_CACHED } : headersOf(path, language);
      try {
        // A page without the events of tonight is better than no page.
        const openHouse = await tonight().catch(() => undefined);
        const page = await site.render({ path, language, now: deps.clock.now(), posted, tonight: openHouse });
        if ('location' in page) return cachedResponse(page.status, { ...headers, location: page.location }, '');
        if (page.cause) deps.log.error({ err: page.cause, path }, 'a page failed');
        const html = await site.fill(page, language, lookAttributes(deps.venue()));
        return cachedResponse(page.status, { ...headers, ...failureHeaders(page) }, html);
      } catch (error) {
        deps.log.error({ err: error, path }, 'a page could not be rendered');
        return cachedResponse(500, { ...headers, ...NOT_CACHED }, failurePage(language));
      }
    },
    refusal(error: unknown, language: Language): CachedResponse {
      const { code, details } = toAppError(error);
      if (code === 'server_error') deps.log.error({ err: error }, 'a page could not be made');
      const retryAfter = failureHeaders({ status: errorStatus[code], retryAfterSeconds: details.retryAfterSeconds });
      const headers = { ...headersOf(MISSING_PATH, language), ...retryAfter, ...NOT_CACHED };
      return cachedResponse(errorStatus[code], headers, failurePage(language, code));
    },
  };
}

const chooseSite = async (mode: 'built' | 'dev'): Promise<OpenSite> =>
  mode === 'dev' ? (await import('./dev-site.ts')).openDevSite : (await import('./built-site.ts')).openBuiltSite;

type Failure = { status: number; retryAfterSeconds?: number | undefined };

/** Failures are never cached, because they may end at any moment. */
const failureHeaders = ({ status, retryAfterSeconds }: Failure): Record<string, string> => ({
  ...(status >= 500 && NOT_CACHED),
  ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
});

/** No screen has this address, so the page for missing addresses is rendered. */
const MISSING_PATH = '/404';
const isMissingPage = ({ status }: CachedResponse): boolean => status === 404;

/** Returns the path that selects a screen; an address that cannot be decoded has none. */
const pathOf = (url: string): string => decodedPath(url) ?? MISSING_PATH;

/** The page for when rendering is impossible: no script, no style, the sentence of spec §8. */
function failurePage(language: Language, code: ErrorCode = 'server_error'): string {
  const { t } = translators[language];
  return (
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `<title>${t('failure.title')}</title><h1>${t('failure.title')}</h1><p>${errorMessage(code, {}, language)}</p>`
  );
}

/** Vite needs inline scripts and styles, and a socket. */
const devSecurityPolicy = "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob: ws:";

type Mode = { isDev: boolean; publicUrl: string };

/** Stored with the cached page, because it passes no hook when it is sent. */
function pageHeaders(path: string, language: Language, { isDev, publicUrl }: Mode): Record<string, string> {
  const isSecret = isSecretPage(path);
  return {
    ...securityHeaders,
    ...transportHeaders({ publicUrl }),
    'content-type': 'text/html; charset=utf-8',
    'content-language': language,
    'content-security-policy': isDev ? devSecurityPolicy : isScannerPage(path) ? scannerSecurityPolicy : contentSecurityPolicy,
    'cache-control': isSecret || isDev ? 'no-store' : PUBLIC_CACHE,
    vary: 'accept-encoding, cookie',
    ...(isSecret ? { 'referrer-policy': 'no-referrer' } : {}),
  };
}

const headers = {
  'content-type': 'text/javascript; charset=utf-8',
  // Browsers check for a new worker on every visit, so that a release or a switch-off takes effect at once.
  'cache-control': 'no-cache',
  vary: 'accept-encoding',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
  ...securityHeaders,
};

/**
 * `/sw.js` at the root, so that its scope is every page; when switched off, it is a worker that unregisters itself (docs/operations.md).
 */
async function registerServiceWorker(http: FastifyInstance, { isOn, version }: { isOn: boolean; version(): string }): Promise<void> {
  const code = await readFile(new URL(`../../../dist/client/${isOn ? 'sw.js' : 'sw-leave.js'}`, import.meta.url), 'utf8');
  // Changed texts count as a new version, because the worker's stored page contains them.
  const write = () => ({ version: version(), response: cachedResponse(200, headers, `// ${version()}\n${code}`) });
  let worker = write();
  http.get('/sw.js', async (request, reply) => {
    if (worker.version !== version()) worker = write();
    await sendCached(request, reply, worker.response);
  });
}
