import { AppError } from '#shared/errors.ts';

type Limits = {
  atOnce: number;
  waiting: number;
  retryAfterSeconds: number;
  /** Whoever waits longer is told that the service is away; without it they wait as long as it takes. */
  longestWaitMs?: number;
};
type Options = { isPreferred?: boolean };
export type Queue = { run<T>(work: () => Promise<T>, options?: Options): Promise<T>; isIdle(): boolean };

/**
 * Runs at most `atOnce` pieces of work, keeps `waiting` more in order of arrival and refuses the rest. Preferred work has as many
 * places to wait of its own and goes first. @throws too_many_requests, unavailable
 */
export function createQueue({ atOnce, waiting, retryAfterSeconds, longestWaitMs }: Limits): Queue {
  const preferred: (() => void)[] = [];
  const others: (() => void)[] = [];
  let running = 0;

  const enter = ({ isPreferred = false }: Options): Promise<void> | undefined => {
    if (running < atOnce) {
      running += 1;
      return undefined;
    }
    const line = isPreferred ? preferred : others;
    if (line.length >= waiting) throw new AppError('too_many_requests', { retryAfterSeconds });
    return new Promise((resolve, reject) => {
      const start = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = (): void => {
        line.splice(line.indexOf(start), 1);
        reject(new AppError('unavailable', { retryAfterSeconds }));
      };
      const timer = longestWaitMs === undefined ? undefined : setTimeout(giveUp, longestWaitMs);
      line.push(start);
    });
  };
  // Whoever leaves hands the place over, so that a newcomer cannot take it from the one who waits.
  const leave = (): void => {
    const next = preferred.shift() ?? others.shift();
    if (next) next();
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

/** One queue per key, for as long as somebody is in it. */
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
