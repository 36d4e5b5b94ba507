import { contextFor, type Context } from '#server/context.ts';
import type { Database } from './client.ts';

/** Something that was asked and waits for its answer. */
export type Asked<Question, Answer> = { question: Question; resolve(answer: Answer): void; reject(reason: unknown): void };
/** Answers what was asked, each of them; what it throws is the answer of all that have none yet. */
type Work<Question, Answer> = (ctx: Context, asked: Asked<Question, Answer>[]) => Promise<void>;
type Queue<Question, Answer> = { ctx: Context; waiting: Asked<Question, Answer>[]; isBusy: boolean };

const ROUND_MAX = 500;

/**
 * Puts questions to the database together: everything asked while a round is under way goes into the next one, so that a rush costs
 * few statements. Whoever comes alone waits for nobody, no answer is older than its question, and what is asked in a transaction is
 * answered in it, by itself. Questions with the same key, if
 * one is given, never share a round.
 */
export function coalesce<Question, Answer>(
  work: Work<Question, Answer>,
  keyOf?: (question: Question) => string,
  roundMax = ROUND_MAX,
): (ctx: Context, question: Question) => Promise<Answer> {
  const queues = new WeakMap<Database, Queue<Question, Answer>>();

  /** A queue works for many callers, so it keeps none of them: a context without actor or transaction. */
  const queueOf = ({ database, ...parts }: Context): Queue<Question, Answer> => {
    const queue = queues.get(database) ?? { ctx: contextFor({ ...parts, database }), waiting: [], isBusy: false };
    queues.set(database, queue);
    return queue;
  };

  const takeRound = (queue: Queue<Question, Answer>): Asked<Question, Answer>[] => {
    const round = new Map<unknown, Asked<Question, Answer>>();
    const later: Asked<Question, Answer>[] = [];
    for (const asked of queue.waiting) {
      const key = keyOf ? keyOf(asked.question) : asked;
      if (round.size < roundMax && !round.has(key)) round.set(key, asked);
      else later.push(asked);
    }
    queue.waiting = later;
    return [...round.values()];
  };

  const run = async (queue: Queue<Question, Answer>): Promise<void> => {
    queue.isBusy = true;
    for (let round = takeRound(queue); round.length > 0; round = takeRound(queue)) {
      await work(queue.ctx, round).catch((error: unknown) => round.forEach(({ reject }) => reject(error)));
    }
    queue.isBusy = false;
  };

  return (ctx, question) =>
    new Promise((resolve, reject) => {
      const asked = { question, resolve, reject };
      if (ctx.db !== ctx.database.db) return void work(ctx, [asked]).catch(reject);
      const queue = queueOf(ctx);
      queue.waiting.push(asked);
      if (!queue.isBusy) void run(queue);
    });
}
