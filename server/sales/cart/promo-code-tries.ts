import { type Context, perServer } from '#server/platform/context.ts';
import { createTokenBuckets, type Rate, shareOf } from '#server/platform/limits/quota.ts';
import { AppError } from '#shared/errors.ts';

/** Per account: enough for somebody who mistypes, and hopeless for somebody who guesses. */
const MINUTE_S = 60;
const TRIES: Rate = { perSecond: 6 / MINUTE_S, burst: 20 };

const bucketsOf = perServer((ctx) =>
  createTokenBuckets({ perSecond: shareOf(ctx, MINUTE_S * TRIES.perSecond) / MINUTE_S, burst: shareOf(ctx, TRIES.burst) }),
);

/** Counts a code that this account tries, right or wrong. In memory, shared by the number of processes. @throws too_many_requests */
export function consumeTry(ctx: Context, userId: number): void {
  const retryAfterSeconds = bucketsOf(ctx)(String(userId));
  if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds });
}
