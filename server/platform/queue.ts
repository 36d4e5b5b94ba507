import { AppError } from '#shared/errors.ts';

type Limits = {
  atOnce: number;
  waiting: number;
  retryAfterSeconds: number;
  /** A call that waits longer gets `unavailable`; by default calls wait without a limit. */
  longestWaitMs?: number;
};
/** `preferredFor`: the sender of preferred work, such as an address. */
type Options = { preferredFor?: string };
export type Queue = { run<T>(work: () => Promise<T>, options?: Options): Promise<T>; isIdle(): boolean };

/** The waiting places of one sender in the preferred queue; more of its calls wait with the others. */
const PREFERRED_EACH = 10;
/** After this many preferred turns one goes to the others, so that they wait longer, but not for ever. */
const PREFERRED_IN_A_ROW = 3;

type Waiter = { start: () => void; preferredFor?: string | undefined };

/**
 * Runs at most `atOnce` pieces of work, lets `waiting` more wait in order of arrival and refuses the rest. Preferred work has as many
 * waiting places of its own and three of four turns. @throws too_many_requests, unavailable
 */
export function createQueue({ atOnce, waiting, retryAfterSeconds, longestWaitMs }: Limits): Queue {
  const preferred: Waiter[] = [];
  const others: Waiter[] = [];
  let running = 0;
  let inARow = 0;

  const queueFor = (preferredFor: string | undefined): Waiter[] => {
    if (preferredFor === undefined) return others;
    const theirs = preferred.filter((waiter) => waiter.preferredFor === preferredFor).length;
    return theirs < PREFERRED_EACH ? preferred : others;
  };
  const enter = ({ preferredFor }: Options): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1;
      return undefined;
    }
    const queue = queueFor(preferredFor);
    if (queue.length >= waiting) throw new AppError('too_many_requests', { retryAfterSeconds });
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const waiter = { start, preferredFor };
      const giveUp = (): void => {
        queue.splice(queue.indexOf(waiter), 1);
        reject(new AppError('unavailable', { retryAfterSeconds }));
      };
      const timer = longestWaitMs === undefined ? undefined : setTimeout(giveUp, longestWaitMs);
      queue.push(waiter);
    });
  };
  // A call that ends gives its place to the next in the queue, so that a new call cannot take it.
  const leave = (): void => {
    const isOthersTurn = preferred.length === 0 || (inARow >= PREFERRED_IN_A_ROW && others.length > 0);
    inARow = isOthersTurn ? 0 : inARow + 1;
    const next = (isOthersTurn ? others : preferred).shift();
    if (next) next.start();
    else running -= 1;
  };

  return {
    isIdle: () => running === 0,
    async run(work, options = {}) {
      await enter(options);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}

/** Creates one queue per key, which is dropped when it is empty. */
export function createQueues(limits: Limits): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const queues = new Map<string, Queue>();
  return async (key, work) => {
    const queue = queues.get(key) ?? createQueue(limits);
    queues.set(key, queue);
    try {
      return await queue.run(work);
    } finally {
      if (queue.isIdle()) queues.delete(key);
    }
  };
}
