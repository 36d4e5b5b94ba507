const LOCK = 'rkali:refresh';
/** Other tabs wait at most this long for the tab that renews the token: two concurrent renewals both succeed. */
export const LOCK_TIMEOUT_MS = 3_000;

/** Runs one refresh at a time over all tabs, where the browser has locks; after the timeout it runs without the lock. */
export function oneAtATime<T>(work: () => Promise<T>, timeoutMs: number): Promise<T> {
  if (!('locks' in navigator)) return work();
  let hasBegun = false;
  const begin = () => {
    hasBegun = true;
    return work();
  };
  return navigator.locks.request(LOCK, { signal: AbortSignal.timeout(timeoutMs) }, begin).catch((error: unknown) => {
    if (hasBegun) throw error;
    return begin();
  });
}
