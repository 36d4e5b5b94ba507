import { type Context, perServer } from '#server/platform/context.ts';
import { createTokenBuckets, type Rate } from '#server/platform/limits/quota.ts';
import { AppError } from '#shared/errors.ts';

/** Per account: enough for somebody who mistypes, and hopeless for somebody who guesses. */
const TRIES: Rate = { perSecond: 6 / 60, burst: 20 };

const bucketsOf = perServer(({ env: { rateLimitScale: scale } }) =>
  createTokenBuckets({ perSecond: TRIES.perSecond * scale, burst: Math.max(1, TRIES.burst * scale) }),
);

/** Counts a code that this account tries, right or wrong. In memory, per process. @throws too_many_requests */
export function takeTry(ctx: Context, userId: number): void {
  const retryAfterSeconds = bucketsOf(ctx)(String(userId));
  if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds });
}
