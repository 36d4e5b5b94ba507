import type { Pool, QueryConfig } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type Context, perServer } from '#server/platform/context.ts';
import { AppError } from '#shared/errors.ts';
import { addressKey, siteKey } from './quota.ts';

/**
 * A limit over all processes: counted in the database under its name, and cached in memory once a flood has exceeded it. Each feature
 * declares its own. Mobile carriers put a whole club behind one address, so addresses get much more room than accounts.
 */
export type Limit = {
  name: string;
  points: number;
  /** In seconds. */
  duration: number;
  /** Its counters are locked and cleared by us, in any process; a cache in memory would miss that. */
  isUncached?: boolean;
  /** All networks of an IPv6 site share the points of one address, because guesses can be spread over all of them. */
  isShared?: boolean;
  /** Counted on the priority pool, so that the door does not wait in a rush. */
  isUrgent?: boolean;
};
export type Counter = readonly [limit: Limit, key: string];

export const MINUTE = 60;
export const QUARTER_HOUR = 15 * MINUTE;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** One customer's IPv6 site has 65,536 networks: together they get the limit of four, or of one (`isShared`). */
const forSite = (limit: Limit): Limit => ({ ...limit, name: `${limit.name}Site`, points: limit.points * (limit.isShared ? 1 : 4) });

/** Returns the counters of an address: its own and, for IPv6, that of its site. */
export function countersOf(limit: Limit, address: string): Counter[] {
  const site = siteKey(address);
  const own: Counter = [limit, addressKey(address)];
  return site === undefined ? [own] : [own, [forSite(limit), site]];
}

/** Counts one use at each counter. @throws too_many_requests */
export async function consumeLimits(ctx: Context, ...counters: readonly Counter[]): Promise<void> {
  const taken = await Promise.all(counters.map((counter) => consume(ctx, counter, 1)));
  refuse(taken.filter(({ isWithin }) => !isWithin));
}

/** Counts this many uses at a counter, and returns its new total. @throws too_many_requests */
export async function consumeLimit(ctx: Context, counter: Counter, uses: number): Promise<number> {
  const taken = await consume(ctx, counter, uses);
  if (!taken.isWithin) refuse([taken]);
  return taken.uses;
}

/** Refuses if a counter is used up, without counting. @throws too_many_requests */
export async function checkLimits(ctx: Context, ...counters: readonly Counter[]): Promise<void> {
  const found = await Promise.all(counters.map((counter) => consume(ctx, counter, 0)));
  refuse(found.filter(({ isWithin, isUsedUp }) => !isWithin || isUsedUp));
}

/** Counts one use. Returns false instead of throwing, for an answer that must not reveal the limit. */
export async function isWithinLimit(ctx: Context, counter: Counter): Promise<boolean> {
  const { isWithin } = await consume(ctx, counter, 1);
  return isWithin;
}

function refuse(refused: readonly Taken[]): void {
  if (refused.length === 0) return;
  throw new AppError('too_many_requests', { retryAfterSeconds: Math.max(...refused.map(({ retryAfterSeconds }) => retryAfterSeconds)) });
}

type Taken = { isWithin: boolean; isUsedUp: boolean; uses: number; retryAfterSeconds: number };

/** With 0 points it checks without counting, but reads the cache of blocked keys first. */
async function consume(ctx: Context, [limit, key]: Counter, points: number): Promise<Taken> {
  const taken = (result: RateLimiterRes, isWithin: boolean): Taken => ({
    isWithin,
    isUsedUp: result.remainingPoints === 0,
    uses: result.consumedPoints,
    retryAfterSeconds: Math.max(1, Math.ceil(result.msBeforeNext / 1000)),
  });
  try {
    return taken(await limiterOf(ctx, limit).consume(key, points), true);
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return taken(refused, false);
    throw refused;
  }
}

const limitersOf = perServer(() => new Map<string, RateLimiterPostgres>());

/** Returns the library's limiter, created on first use. */
export function limiterOf(ctx: Context, limit: Limit): RateLimiterPostgres {
  const limiters = limitersOf(ctx);
  const limiter = limiters.get(limit.name) ?? createLimiter(ctx, limit, limiters.size === 0);
  limiters.set(limit.name, limiter);
  return limiter;
}

/** Statements that the library names are of one session, which a pooler in transaction mode does not keep. */
const withoutNames = (pool: Pool) => ({
  query: ({ name: _name, ...statement }: QueryConfig) => pool.query(statement),
});

/** All limits share a table, so only the first limiter deletes expired rows. */
function createLimiter({ database, env }: Context, limit: Limit, isFirst: boolean): RateLimiterPostgres {
  const points = Math.max(1, Math.round(limit.points * env.rateLimitScale));
  const pool = limit.isUrgent ? database.priorityPool : database.pool;
  return new RateLimiterPostgres({
    storeClient: env.databasePoolerUrl === undefined ? pool : withoutNames(pool),
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    keyPrefix: limit.name,
    points,
    duration: limit.duration,
    inMemoryBlockOnConsumed: limit.isUncached ? 0 : points,
    clearExpiredByTimeout: isFirst,
  });
}
