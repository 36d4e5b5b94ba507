import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { LOGO_INKS, logoVersion } from '#server/platform/club-look.ts';
import { contextFor, type Deps } from '#server/platform/context.ts';
import { cachedResponse, createResponseCache, FOREVER_CACHE, sendCached } from '#server/platform/http/cached-response.ts';
import type { CallLimits } from '#server/platform/http/call-limits.ts';
import { dataHeaders, pictureSecurityPolicy, transportHeaders } from '#server/platform/http/security-headers.ts';
import { type CoverState, isCoverState } from '#shared/media/cover-state.ts';
import { coverVersion } from '#shared/media/covers.ts';
import { AppError } from '#shared/errors.ts';
import { drawLogo } from './logo-picture.ts';
import { coverOf, galleryPicture } from './media.service.ts';
import { soundRoutes } from './sound.routes.ts';

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

  soundRoutes(http, deps);

  http.get('/media/gallery/:file', async (request, reply) => {
    const { file } = PictureParams.parse(request.params);
    const { type, etag, read, close } = await galleryPicture(contextFor(deps), file);
    if (request.headers['if-none-match'] === etag) {
      close();
      return reply
        .headers({ ...pictureHeaders, etag })
        .code(304)
        .send();
    }
    const content = await read();
    if (!content) throw new AppError('not_found');
    return reply
      .headers({ ...pictureHeaders, etag })
      .type(type)
      .send(content);
  });
}
