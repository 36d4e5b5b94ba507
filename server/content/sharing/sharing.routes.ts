import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { contextFor, type Deps } from '#server/platform/context.ts';
import {
  cachedResponse,
  createResponseCache,
  FOREVER_CACHE,
  isKnown,
  type ResponseCache,
  sendCached,
} from '#server/platform/http/cached-response.ts';
import type { CallLimits } from '#server/platform/http/call-limits.ts';
import { languageInAddress } from '#server/platform/http/request-facts.ts';
import { pictureSecurityPolicy, securityHeaders, transportHeaders } from '#server/platform/http/security-headers.ts';
import { translators } from '#server/platform/translators.ts';
import { publishedText } from '#server/content/site-texts/shown-site.ts';
import { DEFAULT_LANGUAGE, type Language } from '#shared/constants.ts';
import { DOOR_PATH } from '#shared/door/scanner-devices.ts';
import { AppError } from '#shared/errors.ts';
import { colours } from '#shared/media/colours.ts';
import { openingDays, openingTimes } from '#shared/opening.ts';
import { paths, inLanguage } from '#shared/paths.ts';
import { wireId } from '#shared/wire.ts';
import { ICON_SIZES, iconIco, iconPng, MASKABLE_SIZE } from './icons.ts';
import { shareImage } from './share-image.service.ts';
import { eventCalendar, eventsCalendar, sitemap } from './sharing.service.ts';

const FOR_MINUTES = 'public, max-age=300';
const FOR_AN_HOUR = 'public, max-age=3600';
const FOR_A_DAY = 'public, max-age=86400';
/** Cached for a minute, because the sitemap's statement reads every event. */
const SITEMAP_CACHED = { maxBytes: 8 * 1024 * 1024, ttlMs: 60_000 };

const languageIn = (request: FastifyRequest): Language => languageInAddress(request.url) ?? DEFAULT_LANGUAGE;

const ShareParams = z.object({ version: z.string(), name: z.string() });
const CalendarParams = z.object({ id: wireId });
const IconParams = z.object({ name: z.string() });

type Shared = { cache: ResponseCache; limits: CallLimits };

/** Serves what programs read: search engines, messengers, calendars, home screens. */
export function sharingRoutes(http: FastifyInstance, deps: Deps, { cache, limits }: Shared): void {
  textRoutes(http, deps, { cache, limits });
  pictureRoutes(http, deps, limits);
}

const headersOf = ({ env }: Deps) => ({
  ...securityHeaders,
  ...transportHeaders(env),
  'content-security-policy': pictureSecurityPolicy,
});

function textRoutes(http: FastifyInstance, deps: Deps, { cache, limits }: Shared): void {
  const sitemaps = createResponseCache(SITEMAP_CACHED);
  const headers = headersOf(deps);

  type Text = { type: string; keep: string; more?: Record<string, string>; make: () => Promise<string> | string };
  const sendText = async (request: FastifyRequest, reply: FastifyReply, kept: ResponseCache, key: string, text: Text) => {
    const { type, keep, more, make } = text;
    const all = { ...headers, ...more, 'content-type': `${type}; charset=utf-8`, 'cache-control': keep, vary: 'accept-encoding' };
    if (!kept.has(key)) await limits.consumeRead(request.ip);
    const response = await kept.get(key, () => limits.inReadQueue(async () => cachedResponse(200, all, await make())));
    await sendCached(request, reply, response);
  };

  http.get('/robots.txt', (request, reply) =>
    sendText(request, reply, cache, 'robots', { type: 'text/plain', keep: FOR_AN_HOUR, make: () => robotsText(deps.env.publicUrl) }),
  );
  http.get('/sitemap.xml', (request, reply) =>
    sendText(request, reply, sitemaps, 'sitemap', { type: 'application/xml', keep: FOR_MINUTES, make: () => sitemap(contextFor(deps)) }),
  );
  http.get('/manifest.webmanifest', (request, reply) => {
    const language = languageIn(request);
    const make = () => JSON.stringify(webManifest(deps, language));
    return sendText(request, reply, cache, `manifest:${language}`, { type: 'application/manifest+json', keep: FOR_AN_HOUR, make });
  });

  http.get('/calendar.ics', (request, reply) => {
    const language = languageIn(request);
    const make = () => eventsCalendar(contextFor(deps), language);
    return sendText(request, reply, cache, `calendar:${language}`, { ...calendar('events'), make });
  });
  http.get('/calendar/:id.ics', (request, reply) => {
    const params = CalendarParams.safeParse(request.params);
    if (!params.success) throw new AppError('event_not_found');
    const { id } = params.data;
    const language = languageIn(request);
    const make = () => eventCalendar(contextFor(deps), id, language);
    return sendText(request, reply, cache, `calendar:${language}:${id}`, { ...calendar(`event-${id}`), make });
  });
}

function pictureRoutes(http: FastifyInstance, deps: Deps, limits: CallLimits): void {
  const headers = headersOf(deps);

  /** Sends a whole picture whose URL or tag changes with its content. */
  const sendPicture = (
    request: FastifyRequest,
    reply: FastifyReply,
    picture: { type: string; keep: string; etag: string; content: Buffer },
  ) => {
    const { type, keep, etag, content } = picture;
    // Other sites embed these pictures in their pages.
    const all = { ...headers, 'cross-origin-resource-policy': 'cross-origin', 'cache-control': keep, etag };
    reply.hijack();
    if (isKnown(request.headers['if-none-match'], etag)) return void reply.raw.writeHead(304, all).end();
    reply.raw.writeHead(200, { ...all, 'content-type': type, 'content-length': content.length });
    return void reply.raw.end(request.method === 'HEAD' ? undefined : content);
  };

  http.get('/media/share/:version/:name.png', async (request, reply) => {
    const { version: requested, name } = ShareParams.parse(request.params);
    await limits.consumeRead(request.ip);
    const { version, content, isFinal } = await shareImage(contextFor(deps), name);
    // An outdated URL shows the present image, cached for a short time only, like an image whose photo is missing.
    sendPicture(request, reply, {
      type: 'image/png',
      keep: isFinal && requested === version ? FOREVER_CACHE : FOR_MINUTES,
      etag: `"${name}-${version}${isFinal ? '' : '-art'}"`,
      content,
    });
  });

  const sendIcon = (request: FastifyRequest, reply: FastifyReply, type: string, content: Buffer) =>
    sendPicture(request, reply, { type, keep: FOR_A_DAY, etag: `"${hash('sha1', content, 'base64url')}"`, content });
  http.get('/favicon.ico', async (request, reply) => sendIcon(request, reply, 'image/x-icon', await iconIco()));
  http.get('/apple-touch-icon.png', async (request, reply) => sendIcon(request, reply, 'image/png', await iconPng(180)));
  http.get('/icons/:name.png', async (request, reply) => {
    const { name } = IconParams.parse(request.params);
    const size = ICON_SIZES.find((each) => name === String(each));
    if (size === undefined && name !== `maskable-${MASKABLE_SIZE}`) throw new AppError('not_found');
    sendIcon(request, reply, 'image/png', size === undefined ? await iconPng(MASKABLE_SIZE, 'maskable') : await iconPng(size));
  });
}

const calendar = (name: string) => ({
  type: 'text/calendar',
  keep: FOR_MINUTES,
  more: { 'content-disposition': `inline; filename="${name}.ics"` },
});

/**
 * Paths closed to crawlers: the API and personal pages. The cart and the sign-in pages are open, because the server renders them without
 * personal data.
 */
const PRIVATE = [
  '/api/',
  '/dev/',
  '/fake-bank/',
  paths.profile,
  paths.scanner,
  DOOR_PATH,
  paths.changePassword,
  paths.invitation,
  paths.paymentSuccess,
  paths.paymentFailure,
];

const robotsText = (publicUrl: string): string =>
  ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), '', `Sitemap: ${publicUrl}/sitemap.xml`, ''].join('\n');

const INSTALLED_SIZES = ICON_SIZES.filter((size) => size >= 192);

/** Returns the manifest for installing the site on a home screen. */
function webManifest(deps: Deps, language: Language): object {
  const venue = deps.venue();
  const name = language === 'ka' ? venue.nameKa : venue.name;
  const icon = (size: number, file: string) => ({ src: `/icons/${file}.png`, sizes: `${size}x${size}`, type: 'image/png' });
  return {
    id: paths.home,
    name,
    short_name: name,
    description: publishedText(deps, 'home:meta', language, {
      site: name,
      days: openingDays(venue.opening, (key) => translators[language].t(key)),
      times: openingTimes(venue.opening),
    }),
    lang: language,
    dir: 'ltr',
    start_url: inLanguage(paths.home, language),
    scope: paths.home,
    display: 'standalone',
    theme_color: colours.bg,
    background_color: colours.bg,
    icons: [
      ...INSTALLED_SIZES.map((size) => ({ ...icon(size, String(size)), purpose: 'any' })),
      { ...icon(MASKABLE_SIZE, `maskable-${MASKABLE_SIZE}`), purpose: 'maskable' },
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
  };
}
