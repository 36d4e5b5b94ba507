import { AppError } from '#shared/errors.ts';
import { contextFor, type Context } from '#server/platform/context.ts';
import type { Database } from './client.ts';

/** Something that was asked and waits for its answer. */
export type Asked<Question, Answer> = { question: Question; resolve(answer: Answer): void; reject(reason: unknown): void };
/** Answers what was asked, each of them; what it throws is the answer of all that have none yet. */
type Work<Question, Answer> = (ctx: Context, asked: Asked<Question, Answer>[]) => Promise<void>;
type Queue<Question, Answer> = {
  ctx: Context;
  /** By key, in the order of arrival: what has the same key waits for its turn in a later round. */
  waiting: Map<unknown, Asked<Question, Answer>[]>;
  count: number;
  isBusy: boolean;
};

const ROUND_MAX = 500;
/** Five rushes of 2,000 at once. Beyond that an answer would come too late for whoever asked. */
const WAITING_MAX = 10_000;
/** As long as the pool waits for an answer (client.ts), and a little longer. */
const ROUND_TIMEOUT_MS = 25_000;
const RETRY_AFTER_SECONDS = 5;

type Limits = { roundMax?: number | undefined; waitingMax?: number; timeoutMs?: number };

/**
 * Puts questions to the database together: everything asked while a round is under way goes into the next one, so that a rush costs
 * few statements. Whoever comes alone waits for nobody, no answer is older than its question, and what is asked in a transaction is
 * answered in it, by itself. Questions with the same key, if one is given, never share a round. A round that takes too long is given
 * up, so that the next one can begin; too many questions are refused. @throws unavailable
 */
export function coalesce<Question, Answer>(
  work: Work<Question, Answer>,
  keyOf?: (question: Question) => string,
  { roundMax = ROUND_MAX, waitingMax = WAITING_MAX, timeoutMs = ROUND_TIMEOUT_MS }: Limits = {},
): (ctx: Context, question: Question) => Promise<Answer> {
  const queues = new WeakMap<Database, Queue<Question, Answer>>();

  /** A queue works for many callers, so it keeps nothing of any. */
  const queueOf = ({ db: _db, actor: _actor, once: _once, from: _from, processLog, ...deps }: Context): Queue<Question, Answer> => {
    const queue = queues.get(deps.database) ?? {
      ctx: contextFor({ ...deps, log: processLog }),
      waiting: new Map(),
      count: 0,
      isBusy: false,
    };
    queues.set(deps.database, queue);
    return queue;
  };

  const add = (queue: Queue<Question, Answer>, asked: Asked<Question, Answer>): void => {
    const key = keyOf ? keyOf(asked.question) : asked;
    const same = queue.waiting.get(key);
    if (same) same.push(asked);
    else queue.waiting.set(key, [asked]);
    queue.count += 1;
  };

  const takeRound = (queue: Queue<Question, Answer>): Asked<Question, Answer>[] => {
    const round: Asked<Question, Answer>[] = [];
    const repeated: [unknown, Asked<Question, Answer>[]][] = [];
    for (const [key, [first, ...later]] of queue.waiting) {
      if (round.length >= roundMax) break;
      queue.waiting.delete(key);
      if (first) round.push(first);
      if (later.length > 0) repeated.push([key, later]);
    }
    for (const [key, later] of repeated) queue.waiting.set(key, later);
    queue.count -= round.length;
    return round;
  };

  const run = async (queue: Queue<Question, Answer>): Promise<void> => {
    queue.isBusy = true;
    for (let round = takeRound(queue); round.length > 0; round = takeRound(queue)) {
      await within(timeoutMs, work(queue.ctx, round)).catch((error: unknown) => round.forEach(({ reject }) => reject(error)));
    }
    queue.isBusy = false;
  };

  return (ctx, question) =>
    new Promise((resolve, reject) => {
      const asked = { question, resolve, reject };
      if (ctx.db !== ctx.database.db) return void work(ctx, [asked]).catch(reject);
      const queue = queueOf(ctx);
      if (queue.count >= waitingMax) return void reject(isAway());
      add(queue, asked);
      if (!queue.isBusy) void run(queue);
    });
}

const isAway = (): AppError => new AppError('unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });

/** The work, or a refusal when it takes longer: nobody can end what was sent, but nobody has to wait for it either. */
async function within(timeoutMs: number, work: Promise<void>): Promise<void> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(isAway()), timeoutMs);
  await Promise.race([work, over.promise]).finally(() => clearTimeout(timer));
}
