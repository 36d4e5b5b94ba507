import { createServer, type RequestListener, type Server } from 'node:http';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import {
  accountsApi,
  emailChangeApi,
  emailProofApi,
  newsletterApi,
  passkeysApi,
  secondFactorApi,
  securityApi,
  setUpApi,
  teamApi,
} from '#server/accounts/accounts.api.ts';
import { declineRoutes } from '#server/accounts/known-guests/decline.routes.ts';
import { unsubscribeRoutes } from '#server/accounts/newsletter/unsubscribe.routes.ts';
import { recordRefusal, recordRestingRight } from '#server/accounts/security-events.service.ts';
import { authenticate } from '#server/accounts/sessions.service.ts';
import {
  countriesApi,
  pageViewsApi,
  sharePreviewApi,
  siteTextsApi,
  eventsApi,
  staffEventsApi,
  galleryApi,
  staffGalleryApi,
} from '#server/content/content.api.ts';
import { mediaRoutes } from '#server/content/media/media.routes.ts';
import { failureLines, storageLines } from '#server/content/media/missing-files.service.ts';
import { sharingRoutes } from '#server/content/sharing/sharing.routes.ts';
import { loadTexts, publishedSite, translationsOfVersion } from '#server/content/site-texts/shown-site.ts';
import { demoApi } from '#server/demo/demo.api.ts';
import { doorApi, tonightApi } from '#server/door/door.api.ts';
import { authenticateScannerDevice } from '#server/door/scanner-devices/device-calls.ts';
import { offlineManifestApi, scannerDevicesApi } from '#server/door/scanner-devices.api.ts';
import { fakeBank } from '#server/fake-bank/fake-bank.routes.ts';
import {
  staffAuditApi,
  knownGuestsApi,
  staffGuestsApi,
  staffMailsApi,
  staffOrdersApi,
  staffStartApi,
  enquiriesApi,
  enquiryForms,
  staffEnquiriesApi,
  privacyApi,
} from '#server/backoffice/backoffice.api.ts';
import { openWorkLines } from '#server/backoffice/reports/open-work.ts';
import { watchOutages } from '#server/platform/alerts/outages.ts';
import { contextFor, type Deps } from '#server/platform/context.ts';
import { CACHED_SECONDS, createResponseCache } from '#server/platform/http/cached-response.ts';
import { createCallLimits } from '#server/platform/http/call-limits.ts';
import { registerDocs } from '#server/platform/http/docs.ts';
import { doctorRoutes } from '#server/platform/http/doctor.routes.ts';
import { registerErrors, registerNotFound, sendError } from '#server/platform/http/errors.ts';
import { answerFromCache } from '#server/platform/http/answer-from-cache.ts';
import { countClick } from '#server/sales/promoters/clicks.ts';
import { findOpenHouse } from '#server/content/events/open-house.service.ts';
import { watchForProxy } from '#server/platform/http/local.ts';
import { createReadiness, registerHealth } from '#server/platform/http/health.ts';
import { createMetrics } from '#server/platform/http/metrics.ts';
import { type PagesOptions, registerPages } from '#server/platform/http/pages.ts';
import { decodedPath } from '#server/platform/http/request-facts.ts';
import { contentSecurityPolicy, dataHeaders, securityHeaders, transportHeaders } from '#server/platform/http/security-headers.ts';
import { createRoute, type RouteOptions } from '#server/platform/http/route.ts';
import {
  endIdleConnections,
  limitConnections,
  nameRequest,
  refuseBrokenRequest,
  registerBodyParsers,
  registerRequestId,
} from '#server/platform/http/server-options.ts';
import { createUpload } from '#server/platform/http/upload-route.ts';
import { KEYS_CHANGED, refreshKeys } from '#server/platform/kept-keys.ts';
import { countRequest } from '#server/platform/load.ts';
import { failureText } from '#server/platform/log.ts';
import { hasInbox, mailApi } from '#server/platform/dev-inbox/dev-inbox.routes.ts';
import { transfersApi, waitlistApi } from '#server/sales/transfers.api.ts';
import { doorSaleApi } from '#server/sales/door-sale/door-sale.api.ts';
import {
  promoCodesApi,
  staffPromoCodesApi,
  promoterApi,
  staffPromotersApi,
  staffAnnouncementsApi,
  staffNewsletterApi,
  staffListsApi,
  ownListApi,
} from '#server/sales/promotion.api.ts';
import {
  paymentsApi,
  staffMoneyApi,
  complimentaryApi,
  ordersApi,
  cartApi,
  staffTicketTypesApi,
  ticketsApi,
  walletApi,
} from '#server/sales/sales.api.ts';
import { BODY_LIMIT_BYTES } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { exampleFor } from './api-examples.ts';
import { mailKinds } from './registry.ts';

const CACHE = { maxBytes: 16 * 1024 * 1024, ttlMs: CACHED_SECONDS * 1_000 };
const HEADERS_TIMEOUT_MS = 10_000;
const REQUEST_TIMEOUT_MS = 30_000;
/** A proxy keeps its connections open for longer than a minute; the server must not close them first. */
const KEEP_ALIVE_MS = 65_000;
const SILENCE_TIMEOUT_MS = 70_000;
const PARAM_MAX = 1_000;
const RESOURCE_POLICY = 'cross-origin-resource-policy';

type App = {
  http: FastifyInstance;
  dropCaches(): void;
  /** Called when public content has changed: in this table, or in an unknown one if it is missing. */
  contentChanged(table?: string): void;
};

/** A number is the count of proxies in front; a text lists their addresses. */
const trustOf = (proxies: undefined | number | string) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : (proxies ?? false);

/** Applies Node's own limits against clients that open a connection and send nothing, or send very slowly. */
function openServer(listener: RequestListener): Server {
  const server = createServer(
    { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: HEADERS_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
    listener,
  );
  server.setTimeout(SILENCE_TIMEOUT_MS);
  return server;
}

/** Replaces an address that cannot be decoded; it matches no page. */
const UNREADABLE_PATH = '/404';

const TEXTS = 'site_texts';

/** While the database is away the old texts are served; they are read again when it is back (content-changes.ts). */
async function readTexts(deps: Deps): Promise<void> {
  try {
    await loadTexts(contextFor(deps));
  } catch (error) {
    deps.log.warn({ reason: failureText(error) }, 'edited site texts could not be read');
  }
}

/** A failure is harmless: a ticket code that does not verify makes the server read the keys again (server/sales/tickets/ticket-code.ts). */
async function readKeys({ database: { db }, keys, log }: Deps): Promise<void> {
  try {
    await refreshKeys({ db, keys });
  } catch (error) {
    log.warn({ reason: failureText(error) }, 'the key of ticket codes could not be read');
  }
}

function openHttp({ env, log }: Deps) {
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: nameRequest,
    trustProxy: trustOf(env.trustProxy),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: PARAM_MAX },
    // A page address that cannot be decoded becomes one that matches no page; the API reports the fault itself.
    rewriteUrl: ({ url = '/' }) => (decodedPath(url) === undefined && !url.toLowerCase().startsWith('/api/') ? UNREADABLE_PATH : url),
    frameworkErrors: (_error, _request, reply) => sendError(reply, new AppError('invalid_input')),
    clientErrorHandler: refuseBrokenRequest,
    serverFactory: openServer,
    // Kept connections get whole answers until they close.
    return503OnClosing: false,
  });
}

function registerHeaders(http: FastifyInstance, env: Deps['env']): void {
  const transport = transportHeaders(env);
  http.addHook('onSend', async (_request, reply) => {
    const policy = reply.getHeader('content-security-policy') ?? contentSecurityPolicy;
    const isData = policy === dataHeaders['content-security-policy'];
    const others = isData ? dataHeaders : { ...securityHeaders, 'content-security-policy': policy };
    const forOtherSites = reply.getHeader(RESOURCE_POLICY) === 'cross-origin' ? { [RESOURCE_POLICY]: 'cross-origin' } : {};
    reply.headers({ ...others, ...forOtherSites, ...transport });
  });
}

const onForbidden: RouteOptions['onForbidden'] = (ctx, code) =>
  code === 'forbidden' ? recordRefusal(ctx, code, async () => ctx.actor?.userId ?? null) : recordRestingRight(ctx);

/** Features are listed by hand, in order. */
function registerFeatures(http: FastifyInstance, deps: Deps, { cache, limits }: Pick<RouteOptions, 'cache' | 'limits'>): void {
  const route = createRoute(http, { deps, cache, limits, authenticate, authenticateScannerDevice, onForbidden });
  const upload = createUpload(http, { deps, limits, authenticate, onForbidden });
  eventsApi(route);
  accountsApi(route);
  securityApi(route);
  secondFactorApi(route);
  passkeysApi(route);
  emailProofApi(route);
  emailChangeApi(route);
  newsletterApi(route);
  unsubscribeRoutes(http, deps);
  declineRoutes(http, deps);
  teamApi(route);
  setUpApi(route);
  staffGuestsApi(route);
  knownGuestsApi(route);
  staffAuditApi(route);
  staffEventsApi(route, upload);
  sharePreviewApi(route);
  cartApi(route, deps);
  promoCodesApi(route, deps);
  staffPromoCodesApi(route);
  promoterApi(route, deps);
  staffPromotersApi(route);
  staffAnnouncementsApi(route);
  staffNewsletterApi(route);
  ordersApi(route, deps);
  staffTicketTypesApi(route);
  staffListsApi(route);
  ownListApi(route, deps);
  transfersApi(route, deps);
  waitlistApi(route);
  doorSaleApi(route, deps);
  complimentaryApi(route);
  paymentsApi(route, http, deps);
  staffMoneyApi(route);
  staffOrdersApi(route);
  ticketsApi(route);
  walletApi(route);
  doorApi(route);
  scannerDevicesApi(route);
  offlineManifestApi(route, http, deps);
  tonightApi(route, http, deps);
  enquiriesApi(route);
  staffEnquiriesApi(route);
  staffMailsApi(route, mailKinds);
  galleryApi(route);
  staffGalleryApi(route, upload);
  staffStartApi(route);
  demoApi(route);
  siteTextsApi(route);
  countriesApi(route);
  privacyApi(route);
  pageViewsApi(route, http, deps);
  mediaRoutes(http, deps, limits);
  sharingRoutes(http, deps, { cache, limits });
  doctorRoutes(http, deps);
  if (hasInbox(deps.env)) mailApi(http, deps, mailKinds);
}

/** Assembles the server without listening. */
export async function buildApp(deps: Deps, pages: PagesOptions): Promise<App> {
  await readTexts(deps);
  const cache = createResponseCache(CACHE);
  const limits = createCallLimits(deps);
  const http = openHttp(deps);
  const outages = watchOutages(contextFor(deps));
  http.addHook('onClose', async () => outages.stop());
  const readiness = createReadiness(deps.database, outages);
  answerFromCache(http, { cache, env: deps.env, onAnswer: () => metrics.countKept() });
  const metrics = createMetrics(http, {
    database: deps.database,
    readiness,
    sources: [openWorkLines, () => storageLines(contextFor(deps))],
    own: () => failureLines(deps.storage),
  });
  limitConnections(http.server, deps.env);
  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  registerErrors(http, outages);
  registerRequestId(http);
  registerBodyParsers(http);
  http.addHook('onRequest', async () => countRequest());
  watchForProxy(http, deps);
  await http.register(cookie);
  await http.register(compress, { global: true, threshold: 1024, encodings: ['br', 'gzip'] });
  registerHeaders(http, deps.env);
  endIdleConnections(http);
  if (deps.env.apiDocs) await registerDocs(http, { env: deps.env, clubName: deps.venue().name, limits, exampleFor });
  registerFeatures(http, deps, { cache, limits });
  registerHealth(http, deps, { limits, readiness, metrics });
  if (deps.env.payments === 'fake') await http.register(fakeBank, { deps });
  registerNotFound(http);
  await registerPages(http, {
    deps,
    cache,
    limits,
    pages,
    forms: enquiryForms,
    current: () => publishedSite(deps),
    translationsOfVersion: (version) => translationsOfVersion(deps, version),
    tonight: () => findOpenHouse(contextFor(deps)),
    refLinkOpened: (refCode, { url, ip, headers }) =>
      void countClick(contextFor(deps), { refCode, path: url.split('?', 1)[0] ?? '/' }, { address: ip, userAgent: headers['user-agent'] }),
  });
  const dropCaches = () => cache.clear();
  // One reading at a time, so that an older one never replaces a newer one.
  let reading = Promise.resolve();
  const contentChanged = (table?: string): void => {
    dropCaches();
    if (table === undefined || table === TEXTS) reading = reading.then(() => readTexts(deps)).then(dropCaches);
    if (table === undefined || table === KEYS_CHANGED) reading = reading.then(() => readKeys(deps));
  };
  return { http, dropCaches, contentChanged };
}
