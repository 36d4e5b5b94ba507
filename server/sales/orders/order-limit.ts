import { AppError } from '#shared/errors.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database } from '#server/platform/db/client.ts';
import { createTokenBuckets, type Rate, type TakeToken } from '#server/platform/limits/token-buckets.ts';

/** Of one account: enough for a card that fails many times, and no flood at the bank, which is asked for a page with each. */
const NEW_ORDERS: Rate = { perSecond: 20 / 3_600, burst: 10 };

const buckets = new WeakMap<Database, TakeToken>();

/** Counts a new order of this account; the refusal when there were too many of late. In memory, per process. */
export function refuseManyOrders({ database, env }: Context, userId: number): AppError | undefined {
  const { perSecond, burst } = NEW_ORDERS;
  const scale = env.rateLimitScale;
  const take = buckets.get(database) ?? createTokenBuckets({ perSecond: perSecond * scale, burst: Math.max(1, burst * scale) });
  buckets.set(database, take);
  const retryAfterSeconds = take(String(userId));
  return retryAfterSeconds > 0 ? new AppError('too_many_requests', { retryAfterSeconds }) : undefined;
}
