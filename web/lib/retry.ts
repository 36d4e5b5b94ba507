import { ApiError } from '#shared/errors.ts';

/** Pauses between tries. */
const PAUSES_MS = [250, 750, 2000, 5000];
const JUST_BACK_MS = 10_000;

let backAt = -Infinity;
if (typeof window !== 'undefined') window.addEventListener('online', () => (backAt = performance.now()));

const isNetworkFailure = (failure: unknown): boolean => !(failure instanceof ApiError) || failure.status === 0;

/** Retries network failures in the first seconds after the browser came back online: `online` fires before calls succeed again. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (failure) {
      if (!isNetworkFailure(failure) || performance.now() - backAt > JUST_BACK_MS) throw failure;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return work();
}
