import type { Context } from '#server/platform/context.ts';
import { AppError } from '#shared/errors.ts';
import { coalesce, type Asked } from './coalesce.ts';
import { isDatabaseAway } from './database-failure.ts';

type Shared<Question, Answer> = {
  /**
   * Does a round wholly or not at all, and answers in the order of its questions. An AppError among the answers refuses one of them, for
   * whom nothing was written.
   */
  work(ctx: Context, questions: readonly Question[]): Promise<readonly (Answer | AppError)[]>;
  /** What must never share a round has the same key. */
  keyOf?: (question: Question) => string;
  roundMax?: number;
};

/**
 * The same work for as many as ask at the same moment, in one go (docs/decisions/0029). When a round fails, nothing of it
 * is written and each question is asked again alone, so that one bad question fails only itself; when the database is away, the whole
 * round fails at once.
 */
export function together<Question, Answer>({
  work,
  keyOf,
  roundMax,
}: Shared<Question, Answer>): (ctx: Context, question: Question) => Promise<Answer> {
  type Entry = Asked<Question, Answer>;

  const answer = async (ctx: Context, round: readonly Entry[]): Promise<void> => {
    const answers = await work(
      ctx,
      round.map(({ question }) => question),
    );
    if (answers.length !== round.length) throw new Error('A question got no answer.');
    for (const [index, given] of answers.entries()) {
      if (given instanceof AppError) round[index]?.reject(given);
      else round[index]?.resolve(given);
    }
  };

  return coalesce<Question, Answer>(
    async (ctx, round) => {
      try {
        await answer(ctx, round);
      } catch (error) {
        if (round.length === 1 || isDatabaseAway(error)) throw error;
        for (const entry of round) await answer(ctx, [entry]).catch(entry.reject);
      }
    },
    keyOf,
    { roundMax },
  );
}

/** Rows that many look for at the same moment, each by its key, found by one statement. */
export const findTogether = <Key, Row>(
  find: (ctx: Context, keys: readonly Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): ((ctx: Context, key: Key) => Promise<Row | undefined>) =>
  together<Key, Row | undefined>({
    work: async (ctx, keys) => {
      const rows = new Map((await find(ctx, [...new Set(keys)])).map((row) => [keyOf(row), row]));
      return keys.map((key) => rows.get(key));
    },
  });
