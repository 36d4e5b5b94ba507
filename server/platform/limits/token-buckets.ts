export type Rate = { perSecond: number; burst: number };
/** Takes one token of a key. Returns the seconds until there is one again, 0 when it was taken. */
export type TakeToken = (key: string) => number;

/** More keys than this at once are a flood of invented ones; the oldest of them starts anew. */
const KEYS_MAX = 50_000;

/** A token bucket per key, in memory only: `burst` at once, `perSecond` in the long run. `now` in milliseconds, never set back. */
export function createTokenBuckets({ perSecond, burst }: Rate, now: () => number = () => performance.now()): TakeToken {
  const buckets = new Map<string, { tokens: number; at: number }>();

  const bucketOf = (key: string): { tokens: number; at: number } => {
    const present = buckets.get(key);
    if (present) return present;
    const oldest = buckets.size >= KEYS_MAX ? buckets.keys().next().value : undefined;
    if (oldest !== undefined) buckets.delete(oldest);
    const bucket = { tokens: burst, at: now() };
    buckets.set(key, bucket);
    return bucket;
  };

  return (key) => {
    const bucket = bucketOf(key);
    const at = now();
    bucket.tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
    if (bucket.tokens < 1) return Math.max(1, Math.ceil((1 - bucket.tokens) / perSecond));
    bucket.tokens -= 1;
    return 0;
  };
}
