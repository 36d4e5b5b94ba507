import type { Context } from '#server/context.ts';
import { coalesce, type Asked } from '#server/db/coalesce.ts';
import { isDatabaseAway } from '#server/http/errors.ts';
import type { withStock } from './stock.service.ts';

type Crowd<Question, Answer, Locked> = {
  /** The line such work stands in: `withStock` or `withPaidStock`. */
  line: typeof withStock;
  /** Takes all locks of a round at once, in the order of everybody: payments, then events, each ascending. */
  lock(tx: Context, questions: readonly Question[]): Promise<Locked>;
  /** One piece of the work. Whatever it throws undoes the round. */
  work(tx: Context, question: Question, locked: Locked): Promise<Answer>;
  /** Whether a piece touches nothing that another one of its round reads. Such pieces are done side by side, the others after them. */
  isApart(question: Question, locked: Locked): boolean;
  /** What must never share a round has the same key. */
  keyOf(question: Question): string;
};

/** A round holds the locks of its nights: no longer than a moment. */
const ROUND_MAX = 25;

/**
 * Work on the stock that comes in crowds: as many as wait share one transaction, so that a rush takes the lock of its night once and
 * writes to the disk once for all of them (docs/decisions/0029). An answer is given after the commit. When anything fails nothing of
 * the round happened, and each is done by itself, so that nobody pays for another one's trouble.
 */
export function stockTogether<Question, Answer, Locked>({
  line,
  lock,
  work,
  isApart,
  keyOf,
}: Crowd<Question, Answer, Locked>): (ctx: Context, question: Question) => Promise<Answer> {
  type Entry = Asked<Question, Answer>;

  const commit = (ctx: Context, round: readonly Entry[]): Promise<(() => void)[]> =>
    line(ctx, async (tx) => {
      const questions = round.map(({ question }) => question);
      const locked = await lock(tx, questions);
      const answers: (() => void)[] = [];
      const one = async ({ question, resolve }: Entry): Promise<void> => {
        const answer = await work(tx, question, locked);
        answers.push(() => resolve(answer));
      };
      const { apart = [], others = [] } = Object.groupBy(round, ({ question }) => (isApart(question, locked) ? 'apart' : 'others'));
      await allEnded(apart.map(one));
      for (const entry of others) await one(entry);
      return answers;
    });

  const each = async (ctx: Context, round: readonly Entry[]): Promise<void> => {
    for (const entry of round) {
      await commit(ctx, [entry]).then((answers) => answers.forEach((answer) => answer()), entry.reject);
    }
  };

  return coalesce<Question, Answer>(
    async (ctx, round) => {
      try {
        const answers = await commit(ctx, round);
        answers.forEach((answer) => answer());
      } catch (error) {
        if (round.length === 1 || isDatabaseAway(error)) throw error;
        await each(ctx, round);
      }
    },
    keyOf,
    ROUND_MAX,
  );
}

/** Unlike `Promise.all` it waits for the last one also when one fails: nothing may be asked of a transaction that was rolled back. */
async function allEnded(works: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}
