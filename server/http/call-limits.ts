import { setImmediate } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '#server/context.ts';
import { CROWD_CONNECTIONS } from '#server/db/client.ts';
import type { Env } from '#server/env.ts';
import { createQueue } from '#server/queue.ts';
import { addressKey } from './address-key.ts';
import { createTokenBuckets, type Rate, type TakeToken } from './token-buckets.ts';

/**
 * Limits for what costs, in memory and per process (docs/decisions/0035). What is answered from memory never comes here. A whole club may
 * stand behind one address, so nobody who looks at pages and buys tickets meets them.
 */
export type CallLimits = {
  /** A missed page or any other anonymous read that is not in memory. @throws too_many_requests */
  takeRead(address: string): void;
  /** A call that is not signed in: a login, a form, a refresh. @throws too_many_requests */
  takeCall(address: string): void;
  /** A call of somebody who is signed in. @throws too_many_requests */
  takeOfAccount(actor: Pick<Actor, 'userId' | 'role'>, isWrite: boolean): void;
  /** Renders a page: few at once, with a turn for everybody else between two of them. @throws too_many_requests, unavailable */
  inRenderQueue<T>(work: () => Promise<T>): Promise<T>;
  /** Reads for visitors who are not signed in: they leave connections to those who are. @throws too_many_requests, unavailable */
  inReadQueue<T>(work: () => Promise<T>): Promise<T>;
};

const ANONYMOUS_READS: Rate = { perSecond: 50, burst: 250 };
const ANONYMOUS_CALLS: Rate = { perSecond: 100, burst: 500 };
const ACCOUNT_READS: Rate = { perSecond: 50, burst: 250 };
const ACCOUNT_WRITES: Rate = { perSecond: 10, burst: 50 };
/** A /48 of IPv6 is one customer, who has 65,536 times a /64. */
const WIDE_NETWORK = 10;

const RENDERS = { atOnce: 2, waiting: 200, retryAfterSeconds: 2, longestWaitMs: 5_000 };
const READS = { atOnce: CROWD_CONNECTIONS, waiting: 200, retryAfterSeconds: 2, longestWaitMs: 5_000 };

export function createCallLimits({ rateLimitScale }: Pick<Env, 'rateLimitScale'>): CallLimits {
  const buckets = ({ perSecond, burst }: Rate, times = 1): TakeToken =>
    createTokenBuckets({ perSecond: perSecond * rateLimitScale * times, burst: Math.max(1, burst * rateLimitScale * times) });
  const perAddress = (rate: Rate): ((address: string) => void) => {
    const near = buckets(rate);
    const wide = buckets(rate, WIDE_NETWORK);
    return (address) => {
      const key = addressKey(address);
      refuse(near(key));
      const network = wideNetwork(key);
      if (network !== undefined) refuse(wide(network));
    };
  };
  const reads = buckets(ACCOUNT_READS);
  const writes = buckets(ACCOUNT_WRITES);
  const renders = createQueue(RENDERS);
  const anonymousReads = createQueue(READS);

  return {
    takeRead: perAddress(ANONYMOUS_READS),
    takeCall: perAddress(ANONYMOUS_CALLS),
    // Staff scans at several doors with one account.
    takeOfAccount: ({ userId, role }, isWrite) => refuse((isWrite && role !== 'Admin' ? writes : reads)(String(userId))),
    inRenderQueue: (work) =>
      renders.run(async () => {
        await setImmediate();
        return work();
      }),
    inReadQueue: (work) => anonymousReads.run(work),
  };
}

function refuse(retryAfterSeconds: number): void {
  if (retryAfterSeconds > 0) throw new AppError('too_many_requests', { retryAfterSeconds });
}

/** The /48 around a /64 as `addressKey` writes it; nothing for IPv4. */
const wideNetwork = (key: string): string | undefined => (key.endsWith('/64') ? `${key.split(':').slice(0, 3).join(':')}::/48` : undefined);
