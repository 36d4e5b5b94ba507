import type { CachedResponse } from './cached-response.ts';

type Entry = { response: Promise<CachedResponse>; ready: CachedResponse | undefined; expiresAt: number };

export type ResponseCache = {
  /** The answer if it is here and fresh: no waiting, no promise. */
  peek(key: string): CachedResponse | undefined;
  /** The answer, made by `fill` when absent or old. Callers that come meanwhile share the one promise. Only 200s stay. */
  get(key: string, fill: () => Promise<CachedResponse>): Promise<CachedResponse>;
  clear(): void;
};

/** Answers that are the same for everybody, for `ttlMs`, at most `max` of them (the least recently made leaves first). */
export function createResponseCache({ max, ttlMs }: { max: number; ttlMs: number }): ResponseCache {
  const entries = new Map<string, Entry>();
  const fresh = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    // One still being made is for everybody who waits, however long it takes.
    return entry && (!entry.ready || entry.expiresAt > performance.now()) ? entry : undefined;
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
