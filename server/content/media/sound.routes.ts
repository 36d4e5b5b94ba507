import { mkdirSync } from 'node:fs';
import { basename } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '#server/platform/context.ts';
import { FOREVER_CACHE } from '#server/platform/http/cached-response.ts';
import { dataHeaders } from '#server/platform/http/security-headers.ts';
import type { Bucket } from '#server/platform/storage/bucket.ts';
import { SOUND_FOLDER } from '#server/platform/storage/storage.ts';
import { AppError } from '#shared/errors.ts';
import { SOUNDS_URL } from '#shared/media/sounds.ts';
import { SOUND_FILE, soundType, storedSound } from './sound-store.ts';

const SoundParams = z.object({ file: z.string() });
const policy = { 'content-security-policy': dataHeaders['content-security-policy'] };

/** Serves the sounds of acts, with range requests, so that a sound can be played from any point. */
export function soundRoutes(http: FastifyInstance, { storage, log }: Deps): void {
  if (storage.kind === 'bucket') return fromBucket(http, storage);
  const root = storage.pathOf(SOUND_FOLDER);
  try {
    mkdirSync(root, { recursive: true });
  } catch (error) {
    // The site also starts on a read-only disk.
    log.warn({ err: error }, 'the folder of sounds could not be made');
  }
  void http.register(fastifyStatic, {
    root,
    prefix: `${SOUNDS_URL}/`,
    decorateReply: false,
    index: false,
    immutable: true,
    maxAge: '1y',
    allowedPath: (path) => SOUND_FILE.test(basename(path)),
    setHeaders: (reply) => void reply.header('content-security-policy', policy['content-security-policy']),
  });
}

function fromBucket(http: FastifyInstance, bucket: Bucket): void {
  http.get(`${SOUNDS_URL}/:file`, async (request, reply) => {
    const { file } = SoundParams.parse(request.params);
    if (!SOUND_FILE.test(file)) throw new AppError('not_found');
    const part = await bucket.openPart(storedSound(file), request.headers.range);
    if (!part) throw new AppError('not_found');
    const { etag } = part.headers;
    if (etag !== undefined && request.headers['if-none-match'] === etag) {
      part.content?.destroy();
      return reply
        .headers({ ...policy, etag, 'cache-control': FOREVER_CACHE })
        .code(304)
        .send();
    }
    reply.headers({ ...policy, ...part.headers, 'accept-ranges': 'bytes', 'cache-control': FOREVER_CACHE });
    if (!part.content) return reply.header('cache-control', 'no-store').code(416).send();
    return reply
      .code(part.isWhole ? 200 : 206)
      .type(soundType(file))
      .send(part.content);
  });
}
