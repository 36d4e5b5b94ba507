import { ApiError } from '#shared/errors.ts';

/** Between one try and the next. */
const PAUSES_MS = [250, 750, 2000, 5000];
const JUST_BACK_MS = 10_000;

let backAt = -Infinity;
if (typeof window !== 'undefined') window.addEventListener('online', () => (backAt = performance.now()));

const isNetworkFailure = (failure: unknown): boolean => !(failure instanceof ApiError) || failure.status === 0;

/** The page hears of the network before its worker and its calls have it: what fails then is tried again, for a moment. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
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
