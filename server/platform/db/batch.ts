import { AppError } from '#shared/errors.ts';
import { contextFor, perServer, type Context } from '#server/platform/context.ts';
import { isDatabaseAway } from './database-failure.ts';

/** Returns the results in the order of the items. An AppError in place of a result refuses that item, for which nothing was written. */
type Work<Item, Result> = (ctx: Context, items: readonly Item[]) => Promise<readonly (Result | AppError)[]>;
type Options<Item> = {
  /** Items with the same key never share a batch: the second waits for the result of the first. */
  keyOf?: (item: Item) => string;
  sizeMax?: number;
  waitingMax?: number;
  timeoutMs?: number;
};
type Waiting<Item, Result> = { item: Item; resolve(result: Result): void; reject(reason: unknown): void };
/** The waiting ones by key, in order of arrival. */
type Queue<Item, Result> = { waiting: Map<unknown, Waiting<Item, Result>[]>; count: number; isBusy: boolean };

const SIZE_MAX = 500;
/** Five rushes of 2,000 at once. Beyond that a result would be too late for its caller. */
const WAITING_MAX = 10_000;
/** Slightly longer than the pool's timeout of a query (client.ts). */
const TIMEOUT_MS = 25_000;
const RETRY_AFTER_SECONDS = 5;

/**
 * Batches the calls of many callers: items that arrive during a batch go into the next, so that a rush costs few statements
 * (docs/decisions/0029). No result is older than its call; in a transaction the work is done at once. A failed batch is repeated item by
 * item, unless the database is away or `timeoutMs` has passed. @throws unavailable when more than `waitingMax` wait
 */
export function batched<Item, Result>(
  work: Work<Item, Result>,
  { keyOf, sizeMax = SIZE_MAX, waitingMax = WAITING_MAX, timeoutMs = TIMEOUT_MS }: Options<Item> = {},
): (ctx: Context, item: Item) => Promise<Result> {
  const queueOf = perServer((): Queue<Item, Result> => ({ waiting: new Map(), count: 0, isBusy: false }));

  const doAll = async (ctx: Context, batch: readonly Waiting<Item, Result>[]): Promise<void> => {
    const items = batch.map(({ item }) => item);
    const results = await work(ctx, items);
    for (const [index, result] of results.entries()) {
      if (result instanceof AppError) batch[index]?.reject(result);
      else batch[index]?.resolve(result);
    }
    // A finished item is not repeated, whatever its result.
    for (const each of batch.slice(results.length)) each.reject(new Error('An item of a batch has no result.'));
  };

  const doBatch = async (ctx: Context, batch: readonly Waiting<Item, Result>[], isGivenUp: () => boolean): Promise<void> => {
    try {
      await doAll(ctx, batch);
    } catch (error) {
      if (batch.length === 1 || isDatabaseAway(error)) throw error;
      for (const each of batch) if (!isGivenUp()) await doAll(ctx, [each]).catch(each.reject);
    }
  };

  const run = async (ctx: Context, queue: Queue<Item, Result>): Promise<void> => {
    queue.isBusy = true;
    for (let batch = takeBatch(queue, sizeMax); batch.length > 0; batch = takeBatch(queue, sizeMax)) {
      let isGivenUp = false;
      await within(
        timeoutMs,
        doBatch(ctx, batch, () => isGivenUp),
      ).catch((error: unknown) => batch.forEach(({ reject }) => reject(error)));
      isGivenUp = true;
    }
    queue.isBusy = false;
  };

  return (ctx, item) =>
    new Promise((resolve, reject) => {
      const each = { item, resolve, reject };
      if (ctx.db !== ctx.database.db) return void doAll(ctx, [each]).catch(reject);
      const queue = queueOf(ctx);
      if (queue.count >= waitingMax) return void reject(unavailable());
      addTo(queue, keyOf ? keyOf(item) : each, each);
      if (!queue.isBusy) void run(contextWithoutCaller(ctx), queue);
    });
}

function addTo<Item, Result>(queue: Queue<Item, Result>, key: unknown, each: Waiting<Item, Result>): void {
  const same = queue.waiting.get(key);
  if (same) same.push(each);
  else queue.waiting.set(key, [each]);
  queue.count += 1;
}

/** Takes the first of each key out of the queue, `sizeMax` at most; the others of a key wait behind all that wait now. */
function takeBatch<Item, Result>(queue: Queue<Item, Result>, sizeMax: number): Waiting<Item, Result>[] {
  const batch: Waiting<Item, Result>[] = [];
  const repeated: [unknown, Waiting<Item, Result>[]][] = [];
  for (const [key, [first, ...later]] of queue.waiting) {
    if (batch.length >= sizeMax) break;
    queue.waiting.delete(key);
    if (first) batch.push(first);
    if (later.length > 0) repeated.push([key, later]);
  }
  for (const [key, later] of repeated) queue.waiting.set(key, later);
  queue.count -= batch.length;
  return batch;
}

/** A batch works for many callers, so its context has no caller. */
function contextWithoutCaller({ db: _db, actor: _actor, once: _once, from: _from, processLog, ...deps }: Context): Context {
  return contextFor({ ...deps, log: processLog });
}

const unavailable = (): AppError => new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** Returns the work's result, or rejects after `timeoutMs`: a sent statement cannot be aborted, but its caller need not wait. */
async function within(timeoutMs: number, work: Promise<void>): Promise<void> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(unavailable()), timeoutMs);
  await Promise.race([work, over.promise]).finally(() => clearTimeout(timer));
}
