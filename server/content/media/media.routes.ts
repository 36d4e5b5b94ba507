import { mkdirSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { LOGO_INKS, logoVersion } from '#server/platform/club-look.ts';
import { contextFor, type Deps } from '#server/platform/context.ts';
import { cachedResponse, createResponseCache, FOREVER_CACHE, sendCached } from '#server/platform/http/cached-response.ts';
import type { CallLimits } from '#server/platform/http/call-limits.ts';
import { dataHeaders, pictureSecurityPolicy, transportHeaders } from '#server/platform/http/security-headers.ts';
import { type CoverState, isCoverState } from '#shared/media/cover-state.ts';
import { coverVersion } from '#shared/media/covers.ts';
import { SOUNDS_URL } from '#shared/media/sounds.ts';
import { AppError } from '#shared/errors.ts';
import { drawLogo } from './logo-picture.ts';
import { coverOf, galleryPicture } from './media.service.ts';
import { SOUND_FILE, soundFolder } from './sound-store.ts';

/** Browsers cache a cover for good, the server for minutes only, so that a renamed event soon gets its new letter. */
const COVERS_CACHED = { maxBytes: 8 * 1024 * 1024, ttlMs: 10 * 60_000 };

const CoverParams = z.object({ id: z.string(), ratio: z.string() });
/** An unknown state means the whole print, so that no query makes the server draw what no page shows. */
const CoverQuery = z.object({
  s: z
    .custom<CoverState>((text) => typeof text === 'string' && isCoverState(text))
    .optional()
    .catch(undefined),
});
const PictureParams = z.object({ file: z.string() });
const LogoQuery = z.object({ v: z.string().optional().catch(undefined) });

/** Serves covers, drawn on demand and cached compressed, the club's logo, and the files of the gallery. */
export function mediaRoutes(http: FastifyInstance, deps: Deps, limits: CallLimits): void {
  const covers = createResponseCache(COVERS_CACHED);
  const pictureHeaders = { 'cache-control': FOREVER_CACHE, 'content-security-policy': pictureSecurityPolicy };
  const coverHeaders = {
    ...dataHeaders,
    ...pictureHeaders,
    ...transportHeaders(deps.env),
    'content-type': 'image/svg+xml; charset=utf-8',
    vary: 'accept-encoding',
  };

  http.get(`/media/covers/${coverVersion}/:id/:ratio.svg`, async (request, reply) => {
    const { id, ratio } = CoverParams.parse(request.params);
    const { s: state } = CoverQuery.parse(request.query);
    const key = `${id}/${ratio}/${state ?? ''}`;
    if (!covers.has(key)) await limits.consumeRead(request.ip);
    const cover = await covers.get(key, () =>
      limits.inReadQueue(async () => cachedResponse(200, coverHeaders, await coverOf(contextFor(deps), id, ratio, state))),
    );
    await sendCached(request, reply, cover);
  });

  const logoHeaders = { ...dataHeaders, 'content-security-policy': pictureSecurityPolicy };
  http.get('/media/logo/:file', async (request, reply) => {
    const { file } = PictureParams.parse(request.params);
    const { v: version } = LogoQuery.parse(request.query);
    const { logo } = deps.venue();
    const [, ink] = /^(coal|bone)\.png$/.exec(file) ?? [];
    if (logo === '' || (ink === undefined && file !== 'logo.svg')) throw new AppError('not_found');
    // A process that has not yet read a new logo must not have the old one kept under the new address.
    reply.headers({ ...logoHeaders, 'cache-control': version === logoVersion(logo) ? FOREVER_CACHE : 'no-cache' });
    if (ink === undefined) return reply.type('image/svg+xml; charset=utf-8').send(logo);
    await limits.consumeRead(request.ip);
    const picture = await limits.inReadQueue(() => drawLogo(logo, LOGO_INKS[ink === 'bone' ? 'bone' : 'coal']));
    // Mails are read on other sites.
    return reply.type('image/png').header('cross-origin-resource-policy', 'cross-origin').send(picture);
  });

  // Supports range requests, so that a sound can be played from any point. DATA_DIR may be relative, as it is by default.
  const root = resolve(soundFolder(deps.env));
  try {
    mkdirSync(root, { recursive: true });
  } catch (error) {
    // The site also starts on a read-only disk.
    deps.log.warn({ err: error }, 'the folder of sounds could not be made');
  }
  void http.register(fastifyStatic, {
    root,
    prefix: `${SOUNDS_URL}/`,
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: '1y',
    allowedPath: (path) => SOUND_FILE.test(basename(path)),
    setHeaders: (reply) => void reply.header('content-security-policy', dataHeaders['content-security-policy']),
  });

  http.get('/media/gallery/:file', async (request, reply) => {
    const { file } = PictureParams.parse(request.params);
    const { type, etag, read } = await galleryPicture(contextFor(deps), file);
    reply.headers({ ...pictureHeaders, etag });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(type).send(await read());
  });
}
