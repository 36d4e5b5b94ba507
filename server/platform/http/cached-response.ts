import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Compression = 'br' | 'gzip';

/** A complete answer that can be sent again. */
export type CachedResponse = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  etag: string;
  quality: number;
  /** Compressed on first use; answers that differ only in headers share the bytes. */
  packed: Partial<Record<Compression, Promise<Buffer>>>;
  /** The page for requests with `?lang=`, which also sets the language cookie. */
  rememberingLanguage?: CachedResponse;
};

const COMPRESS_FROM_BYTES = 600;
/** The lowest brotli quality at which none of our pages is larger than with gzip. */
const QUALITY = 5;
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** `quality`: of brotli; the best for answers that are cached for good. */
export function cachedResponse(status: number, headers: Record<string, string>, body: string, { quality = QUALITY } = {}): CachedResponse {
  const bytes = Buffer.from(body);
  const etag = `W/"${hash('sha1', bytes, 'base64url')}"`;
  return { status, headers, body: bytes, etag, quality, packed: {} };
}

/** For the headers. The compressed bodies, made later, take about as many bytes as the body. */
const OVERHEAD_BYTES = 2_000;

/** Returns the memory cost of a cached answer in bytes. A key chosen by an attacker may be longer than its answer. */
export const sizeOf = (key: string, { body }: CachedResponse): number => 2 * (key.length + body.length) + OVERHEAD_BYTES;

/** Returns the same answer with more headers; both share the compressed bytes. */
export const withHeaders = (response: CachedResponse, more: Record<string, string>): CachedResponse => ({
  ...response,
  headers: { ...response.headers, ...more },
});

const bare = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Returns true if the client has these bytes. Tags compare weakly: a single one, a list, or `*`. */
export function isKnown(tags: string | undefined, etag: string): boolean {
  if (tags === undefined || tags === etag) return tags !== undefined;
  return tags === '*' || tags.split(',').some((tag) => bare(tag) === bare(etag));
}

/**
 * Sends a cached answer without Fastify's own pipeline: 304 if the client has it, no body for HEAD, compressed if the client accepts it.
 */
export async function sendCached({ raw: request }: FastifyRequest, reply: FastifyReply, response: CachedResponse): Promise<void> {
  const { status, etag } = response;
  const headers = { ...response.headers, etag };
  if (status === 200 && isKnown(request.headers['if-none-match'], etag)) {
    reply.hijack();
    return void reply.raw.writeHead(304, headers).end();
  }
  const compression = compressionFor(request, response);
  const body = compression ? await compressed(response, compression) : response.body;
  reply.hijack();
  reply.raw.writeHead(status, { ...headers, ...(compression && { 'content-encoding': compression }), 'content-length': body.length });
  reply.raw.end(request.method === 'HEAD' ? undefined : body);
}

/** Compresses once, outside the event loop. */
function compressed({ packed, body, quality }: CachedResponse, compression: Compression): Promise<Buffer> {
  const compress = () =>
    compression === 'br' ? compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }) : compressGzip(body);
  return (packed[compression] ??= compress().catch((error: unknown) => {
    delete packed[compression];
    throw error;
  }));
}

function compressionFor({ headers: { 'accept-encoding': list } }: IncomingMessage, { body }: CachedResponse): Compression | undefined {
  if (typeof list !== 'string' || body.length < COMPRESS_FROM_BYTES) return undefined;
  return BROTLI.test(list) ? 'br' : GZIP.test(list) ? 'gzip' : undefined;
}

const BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/;
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/;

type Entry = { response: Promise<CachedResponse>; ready: CachedResponse | undefined; bytes: number; expiresAt: number };

export type ResponseCache = {
  /** Returns a fresh answer synchronously. */
  peek(key: string): CachedResponse | undefined;
  /** Returns true if the answer is cached or being made, so that waiting for it costs nothing. */
  has(key: string): boolean;
  /**
   * Returns the answer, made by `fill` if it is absent or stale; calls in between share one promise. Only answers that pass `isKept` are
   * stored, by default 200s.
   */
  get(key: string, fill: () => Promise<CachedResponse>, isKept?: (response: CachedResponse) => boolean): Promise<CachedResponse>;
  clear(): void;
};

const isGood = ({ status }: CachedResponse): boolean => status === 200;

/** How long a page or public answer is cached, here and in browsers; changed content clears the cache here at once. */
export const CACHED_SECONDS = 2;
export const PUBLIC_CACHE = `public, max-age=${CACHED_SECONDS}, must-revalidate`;
/** For files whose address changes with their content. */
export const FOREVER_CACHE = 'public, max-age=31536000, immutable';

/** Caches answers that are the same for everyone, for `ttlMs`, up to `maxBytes` (the oldest is removed first). */
export function createResponseCache({ maxBytes, ttlMs }: { maxBytes: number; ttlMs: number }): ResponseCache {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const fresh = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    // An answer that is being made serves everyone who waits, however long it takes.
    return entry && (!entry.ready || entry.expiresAt > performance.now()) ? entry : undefined;
  };
  const forget = (key: string): void => {
    bytes -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  const settle = (key: string, entry: Entry, response: CachedResponse | undefined): void => {
    entry.ready = response;
    if (entries.get(key) !== entry) return;
    if (!response) return forget(key);
    entry.bytes = sizeOf(key, response);
    bytes += entry.bytes;
    // An answer that is being made has no size yet, and is not removed.
    for (const [oldest, { ready }] of entries) {
      if (bytes <= maxBytes) return;
      if (ready) forget(oldest);
    }
  };

  return {
    peek: (key) => fresh(key)?.ready,
    has: (key) => fresh(key) !== undefined,
    get(key, fill, isKept = isGood) {
      const present = fresh(key);
      if (present) return present.response;
      forget(key);
      const entry: Entry = { response: fill(), ready: undefined, bytes: 0, expiresAt: performance.now() + ttlMs };
      entries.set(key, entry);
      entry.response.then(
        (response) => settle(key, entry, isKept(response) ? response : undefined),
        () => settle(key, entry, undefined),
      );
      return entry.response;
    },
    clear: () => {
      entries.clear();
      bytes = 0;
    },
  };
}
