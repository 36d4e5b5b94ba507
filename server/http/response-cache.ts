import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

type Encoding = 'br' | 'gzip' | 'identity';

/** A whole answer, ready to be written again: its compressed bytes are kept beside it. */
export type CachedResponse = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  etag: string;
  encoded: Partial<Record<Encoding, Promise<Buffer>>>;
};

type Entry = { response: Promise<CachedResponse>; ready: CachedResponse | undefined; expiresAt: number };

export type ResponseCache = {
  /** The answer if it is here and fresh: no waiting, no promise. */
  peek(key: string): CachedResponse | undefined;
  /** The answer, made by `fill` when absent or old. Callers that come meanwhile share the one promise. Only 200s stay. */
  get(key: string, fill: () => Promise<CachedResponse>): Promise<CachedResponse>;
  clear(): void;
};

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const BROTLI_QUALITY = 5;
const COMPRESS_FROM_BYTES = 600;

/** Answers that are the same for everybody, for `ttlMs`, at most `max` of them (the least recently made leaves first). */
export function createResponseCache({ max, ttlMs }: { max: number; ttlMs: number }): ResponseCache {
  const entries = new Map<string, Entry>();
  const fresh = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    return entry && entry.expiresAt > performance.now() ? entry : undefined;
  };
  const keep = (key: string, entry: Entry): void => {
    entries.delete(key);
    entries.set(key, entry);
    const oldest = entries.size > max ? entries.keys().next().value : undefined;
    if (oldest !== undefined) entries.delete(oldest);
  };
  const forget = (key: string, entry: Entry): void => {
    if (entries.get(key) === entry) entries.delete(key);
  };

  return {
    peek: (key) => fresh(key)?.ready,
    get(key, fill) {
      const present = fresh(key);
      if (present) return present.response;
      const entry: Entry = { response: fill(), ready: undefined, expiresAt: performance.now() + ttlMs };
      keep(key, entry);
      entry.response.then(
        (response) => {
          entry.ready = response;
          if (response.status !== 200) forget(key, entry);
        },
        () => forget(key, entry),
      );
      return entry.response;
    },
    clear: () => entries.clear(),
  };
}

export function cachedResponse(status: number, headers: Record<string, string>, body: string): CachedResponse {
  const bytes = Buffer.from(body);
  const etag = `W/"${createHash('sha1').update(bytes).digest('base64url')}"`;
  return { status, headers, body: bytes, etag, encoded: {} };
}

function encodingOf(request: IncomingMessage, response: CachedResponse): Encoding {
  if (response.body.length < COMPRESS_FROM_BYTES) return 'identity';
  const accepted = request.headers['accept-encoding'];
  if (typeof accepted !== 'string') return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted)) return 'br';
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(accepted) ? 'gzip' : 'identity';
}

function encode(response: CachedResponse, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'br') return compressBrotli(response.body, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  if (encoding === 'gzip') return compressGzip(response.body);
  return Promise.resolve(response.body);
}

/** Writes a cached answer straight to the socket: 304 when the client has it, no body for HEAD, compressed when asked for. */
export async function writeCached(request: IncomingMessage, raw: ServerResponse, response: CachedResponse): Promise<void> {
  if (request.headers['if-none-match'] === response.etag && response.status === 200) {
    raw.writeHead(304, { ...response.headers, etag: response.etag }).end();
    return;
  }
  const encoding = encodingOf(request, response);
  const body = await (response.encoded[encoding] ??= encode(response, encoding));
  const headers: Record<string, string | number> = { ...response.headers, etag: response.etag, 'content-length': body.length };
  if (encoding !== 'identity') headers['content-encoding'] = encoding;
  raw.writeHead(response.status, headers).end(request.method === 'HEAD' ? undefined : body);
}
