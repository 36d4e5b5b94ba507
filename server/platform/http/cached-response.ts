import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

type Encoding = 'br' | 'gzip' | 'identity';
/** The bytes on the wire: the list of headers as node takes it, names and values alternating, and the body. */
type Form = { headers: string[]; body: Buffer; isQuick: boolean };

/** A whole answer, ready to be written again, with its encodings, each made on first use. */
export type CachedResponse = {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  etag: string;
  /** Kept for good, here and in browsers, so that the best compression pays. */
  isLasting: boolean;
  /** The well compressed bytes; an answer that differs only in its headers shares them. */
  packed: Partial<Record<'br' | 'gzip', Promise<Buffer>>>;
  forms: Partial<Record<Encoding | 'unchanged', Form>>;
  /** The variant of a page for requests with `?lang=`, which also sets the language cookie. */
  rememberingLanguage?: CachedResponse;
};

const COMPRESS_FROM_BYTES = 600;
/** The lowest quality that is never larger than gzip's best on our pages. */
const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const GOOD_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const BEST_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
const QUICK_GZIP = { level: 1 };
const brotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

const compressQuickly = (body: Buffer, encoding: 'br' | 'gzip'): Buffer =>
  encoding === 'br' ? brotliCompressSync(body, QUICK_BROTLI) : gzipSync(body, QUICK_GZIP);

function compressWell({ body, packed, isLasting }: CachedResponse, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const compress = () => (encoding === 'br' ? brotli(body, isLasting ? BEST_BROTLI : GOOD_BROTLI) : packGzip(body));
  return (packed[encoding] ??= compress().catch((error: unknown) => {
    delete packed[encoding];
    throw error;
  }));
}

export function cachedResponse(status: number, headers: Record<string, string>, body: string, { isLasting = false } = {}): CachedResponse {
  const bytes = Buffer.from(body);
  return { status, headers, body: bytes, etag: `W/"${hash('sha1', bytes, 'base64url')}"`, isLasting, packed: {}, forms: {} };
}

/** For the headers. The compressed encodings, made later, take about as many bytes as the body. */
const OVERHEAD_BYTES = 2_000;

/** The memory cost of a cached answer in bytes. A key that an attacker chose may be longer than its answer. */
export const sizeOf = (key: string, { body }: CachedResponse): number => 2 * (key.length + body.length) + OVERHEAD_BYTES;

/** Returns the same answer with more headers; its bytes are compressed once for both. */
export function withHeaders(response: CachedResponse, more: Record<string, string>): CachedResponse {
  const { status, headers, body, etag, isLasting, packed } = response;
  return { status, headers: { ...headers, ...more }, body, etag, isLasting, packed, forms: {} };
}

const bare = (tag: string): string => tag.trim().replace(/^W\//, '');

/** Returns true if the client has these bytes: tags compare weakly, alone, in a list, or as `*`. */
export function isKnown(tags: string | undefined, etag: string): boolean {
  if (tags === undefined || tags === etag) return tags !== undefined;
  return tags === '*' || tags.split(',').some((tag) => bare(tag) === bare(etag));
}

/** Compresses an answer well for this client, outside of the event loop, so that writing it afterwards does not wait. */
export async function compressFor(request: IncomingMessage, response: CachedResponse): Promise<CachedResponse> {
  const encoding = encodingFor(request, response);
  if (encoding === 'identity' || response.forms[encoding]) return response;
  response.forms[encoding] ??= toForm(response, await compressWell(response, encoding), encoding);
  return response;
}

/** Returns true if an answer can be written at once in this client's encoding. */
export function isReadyFor(request: IncomingMessage, response: CachedResponse): boolean {
  const encoding = encodingFor(request, response);
  return encoding === 'identity' || response.forms[encoding] !== undefined;
}

const encodingFor = (request: IncomingMessage, { body }: CachedResponse): Encoding =>
  body.length < COMPRESS_FROM_BYTES ? 'identity' : encodingOf(request);

/** Writes a cached answer straight to the socket: 304 when the client has it, no body for HEAD, compressed where the client takes it. */
export function writeCached(request: IncomingMessage, raw: ServerResponse, response: CachedResponse): void {
  if (response.status === 200 && isKnown(request.headers['if-none-match'], response.etag)) {
    const { headers } = (response.forms.unchanged ??= toForm(response));
    raw.writeHead(304, headers).end();
    return;
  }
  const { headers, body } = formOf(response, encodingFor(request, response));
  raw.writeHead(response.status, headers).end(request.method === 'HEAD' ? undefined : body);
}

/** On the first use of an encoding an answer is compressed quickly, and well on the second. */
function formOf(response: CachedResponse, encoding: Encoding): Form {
  const present = response.forms[encoding];
  if (present && present.isQuick && encoding !== 'identity') void improve(response, encoding, present);
  return present ?? (response.forms[encoding] = firstForm(response, encoding));
}

function firstForm(response: CachedResponse, encoding: Encoding): Form {
  if (encoding === 'identity') return toForm(response, response.body);
  return { ...toForm(response, compressQuickly(response.body, encoding), encoding), isQuick: true };
}

async function improve(response: CachedResponse, encoding: 'br' | 'gzip', quick: Form): Promise<void> {
  quick.isQuick = false;
  response.forms[encoding] = toForm(response, await compressWell(response, encoding), encoding);
}

function toForm({ headers, etag }: CachedResponse, body?: Buffer, encoding?: string): Form {
  const length = body && { 'content-length': String(body.length) };
  const list = Object.entries({ ...headers, etag, ...length, ...(encoding && { 'content-encoding': encoding }) }).flat();
  return { headers: list, body: body ?? Buffer.alloc(0), isQuick: false };
}

const lists = new Map<string, Encoding>();
const LISTS_MAX = 100;

/** Browsers send a handful of different lists, so each is parsed once. */
function encodingOf({ headers: { 'accept-encoding': list } }: IncomingMessage): Encoding {
  if (typeof list !== 'string') return 'identity';
  const known = lists.get(list);
  if (known) return known;
  if (lists.size >= LISTS_MAX) lists.clear();
  const encoding = BROTLI.test(list) ? 'br' : GZIP.test(list) ? 'gzip' : 'identity';
  lists.set(list, encoding);
  return encoding;
}

const BROTLI = /\bbr\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/;
const GZIP = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/;

type Entry = { response: Promise<CachedResponse>; ready: CachedResponse | undefined; bytes: number; expiresAt: number };

export type ResponseCache = {
  /** Returns a fresh answer without waiting and without a promise. */
  peek(key: string): CachedResponse | undefined;
  /** Returns true if the answer is cached or being made, so that waiting for it costs nothing. */
  has(key: string): boolean;
  /**
   * Returns the answer, made by `fill` when absent or old. Callers that arrive meanwhile share the one promise. Only `isKept` answers are
   * stored: 200s.
   */
  get(key: string, fill: () => Promise<CachedResponse>, isKept?: (response: CachedResponse) => boolean): Promise<CachedResponse>;
  clear(): void;
};

const isGood = ({ status }: CachedResponse): boolean => status === 200;

/** How long a page or public answer is cached, here and in browsers; a change of content clears the cache here at once. */
export const CACHED_SECONDS = 2;
export const PUBLIC_CACHE = `public, max-age=${CACHED_SECONDS}, must-revalidate`;
/** For what has another address when it changes. */
export const FOREVER_CACHE = 'public, max-age=31536000, immutable';

/** Caches answers that are the same for everybody, for `ttlMs`, up to `maxBytes` (the oldest is removed first). */
export function createResponseCache({ maxBytes, ttlMs }: { maxBytes: number; ttlMs: number }): ResponseCache {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const fresh = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    // An answer that is being made is for all who wait, however long it takes.
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
    // An answer that is being made has no size yet and stays.
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
