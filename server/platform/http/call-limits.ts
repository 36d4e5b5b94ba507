import type { ServerResponse } from 'node:http';
import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { AppError } from '#shared/errors.ts';
import type { Actor } from '#server/platform/context.ts';
import { QUEUE_CONNECTIONS } from '#server/platform/db/client.ts';
import { createQueue } from '#server/platform/queue.ts';
import { createTokenBuckets, rateOf, type Rate, type Sharing, type TakeToken, addressKey } from '#server/platform/limits/quota.ts';

/**
 * Limits for costly requests, in memory and shared by the processes of all machines (docs/decisions/0035). Answers from the cache are not
 * limited. A whole club may be behind one address, so visitors who view pages and buy tickets never reach the limits.
 */
export type CallLimits = {
  /** Counts a page, or any other anonymous read, that is not cached. @throws too_many_requests */
  consumeRead(address: string): Promise<void>;
  /** Delays the answer to an address that requests many missing pages. */
  slowMissing(address: string): Promise<void>;
  /** Counts a call without a session: a login, a form, a refresh. @throws too_many_requests */
  consumeCall(address: string): Promise<void>;
  /** Counts a call of a signed-in user. @throws too_many_requests */
  consumeOfAccount(actor: Pick<Actor, 'userId' | 'rights'>, isWrite: boolean): Promise<void>;
  /** Work for visitors waits briefly until this call is answered, at most a second: calls of signed-in users go first. */
  prioritize(response: ServerResponse): void;
  /** Renders a page: a few at once, yielding to other work in between. @throws too_many_requests, unavailable */
  inRenderQueue<T>(work: () => Promise<T>): Promise<T>;
  /** Runs reads of anonymous visitors, and leaves connections to signed-in users. @throws too_many_requests, unavailable */
  inReadQueue<T>(work: () => Promise<T>): Promise<T>;
};

const ANONYMOUS_READS: Rate = { perSecond: 50, burst: 250 };
const ANONYMOUS_CALLS: Rate = { perSecond: 100, burst: 500 };
const ACCOUNT_READS: Rate = { perSecond: 50, burst: 250 };
const ACCOUNT_WRITES: Rate = { perSecond: 10, burst: 50 };
/** A /48 of IPv6 is one customer, who has 65,536 networks of /64. */
const WIDE_NETWORK = 10;

/** All calls of a person may reach one process, which therefore allows an eighth of a limit at least. */
const MOST_SHARERS = 8;

const REFUSAL_PAUSE_MS = 250;
/** How long work for visitors waits for calls of signed-in users. */
const IDLE_WAIT_MS = 50;
/** A longer call waits for something else, such as a bank, or sends a large file. */
const PRIORITY_MAX_MS = 1_000;

const RENDERS = { atOnce: 2, waiting: 200, retryAfterSeconds: 2, longestWaitMs: 5_000 };
const READS = { atOnce: QUEUE_CONNECTIONS, waiting: 200, retryAfterSeconds: 2, longestWaitMs: 5_000 };

export function createCallLimits(deps: Sharing): CallLimits {
  const buckets = ({ perSecond, burst }: Rate, times = 1): TakeToken =>
    createTokenBuckets(() => rateOf(deps, { perSecond: perSecond * times, burst: burst * times }, MOST_SHARERS));
  const perAddress = (rate: Rate): ((address: string) => Promise<void>) => {
    const near = buckets(rate);
    const wide = buckets(rate, WIDE_NETWORK);
    return async (address) => {
      const key = addressKey(address);
      await refuse(near(key));
      const network = wideNetwork(key);
      if (network !== undefined) await refuse(wide(network));
    };
  };
  const missing = buckets(ANONYMOUS_READS);
  const reads = buckets(ACCOUNT_READS);
  const writes = buckets(ACCOUNT_WRITES);
  const renders = createQueue(RENDERS);
  const anonymousReads = createQueue(READS);
  const { prioritize, yieldToOthers } = createPriority();

  return {
    consumeRead: perAddress(ANONYMOUS_READS),
    slowMissing: async (address) => {
      if (missing(addressKey(address)) > 0) await pause(REFUSAL_PAUSE_MS);
    },
    consumeCall: perAddress(ANONYMOUS_CALLS),
    // Staff scan at several doors with one account.
    consumeOfAccount: ({ userId, rights }, isWrite) => refuse((isWrite && rights.length === 0 ? writes : reads)(String(userId))),
    inRenderQueue: (work) =>
      renders.run(async () => {
        await yieldToOthers();
        return work();
      }),
    inReadQueue: (work) =>
      anonymousReads.run(async () => {
        await yieldToOthers();
        return work();
      }),
    prioritize,
  };
}

/** `yieldToOthers` yields to the event loop, and briefly waits for running calls of signed-in users. */
function createPriority(): Pick<CallLimits, 'prioritize'> & { yieldToOthers(): Promise<void> } {
  let signedIn = 0;
  const calm: (() => void)[] = [];
  return {
    prioritize(response) {
      signedIn += 1;
      let isCounted = true;
      const release = (): void => {
        if (!isCounted) return;
        isCounted = false;
        clearTimeout(timer);
        signedIn -= 1;
        if (signedIn === 0) for (const goOn of calm.splice(0)) goOn();
      };
      const timer = setTimeout(release, PRIORITY_MAX_MS).unref();
      response.once('close', release);
    },
    async yieldToOthers() {
      await setImmediate();
      if (signedIn === 0) return;
      const { promise, resolve } = Promise.withResolvers<undefined>();
      calm.push(() => resolve(undefined));
      await Promise.race([promise, pause(IDLE_WAIT_MS)]);
    },
  };
}

async function refuse(retryAfterSeconds: number): Promise<void> {
  if (retryAfterSeconds === 0) return;
  // A client that does not pause by itself is delayed: refusals would cost as much as answers.
  await pause(REFUSAL_PAUSE_MS);
  throw new AppError('too_many_requests', { retryAfterSeconds });
}

/** Returns the /48 around a /64 as `addressKey` writes it; undefined for IPv4. */
const wideNetwork = (key: string): string | undefined => (key.endsWith('/64') ? `${key.split(':').slice(0, 3).join(':')}::/48` : undefined);
