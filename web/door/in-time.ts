import { ApiError } from '#shared/errors.ts';

/** Nobody waits longer than this at the door for one answer. */
const PATIENCE_MS = 3_000;

/** A call that fails as one without a network when it takes longer than 3 s. @throws ApiError with status 0 */
export async function inTime<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  // The call may first wait for a new token, which the signal does not end.
  const { promise: late, reject } = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => reject(new ApiError(0, {})));
  return Promise.race([call(signal), late]);
}
