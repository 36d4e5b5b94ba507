import { sizeOf, type CachedResponse } from './cached-response.ts';

type Entry = { response: Promise<CachedResponse>; ready: CachedResponse | undefined; bytes: number; expiresAt: number };

export type ResponseCache = {
  /** The answer if it is here and fresh: no waiting, no promise. */
  peek(key: string): CachedResponse | undefined;
  /** Whether the answer is here or being made: then it costs nothing to wait for it. */
  has(key: string): boolean;
  /** The answer, made by `fill` when absent or old. Callers that come meanwhile share the one promise. Only `isKept` ones stay: 200s. */
  get(key: string, fill: () => Promise<CachedResponse>, isKept?: (response: CachedResponse) => boolean): Promise<CachedResponse>;
  clear(): void;
};

const isGood = ({ status }: CachedResponse): boolean => status === 200;

/** Answers that are the same for everybody, for `ttlMs`, of at most `maxBytes` (the least recently made leaves first). */
export function createResponseCache({ maxBytes, ttlMs }: { maxBytes: number; ttlMs: number }): ResponseCache {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  const fresh = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    // One still being made is for everybody who waits, however long it takes.
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
    // What is still being made weighs nothing yet and is waited for.
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
