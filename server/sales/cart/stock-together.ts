import type { AppError } from '#shared/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { together } from '#server/platform/db/together.ts';
import type { withStock } from './stock.service.ts';

type Crowd<Question, Answer> = {
  /** The line such work stands in: `withStock` or `withPaidStock`. */
  line: typeof withStock;
  /** The work of a round, which takes all its locks first, in the order of everybody: payments, then events, each ascending. */
  work(tx: Context, questions: readonly Question[]): Promise<readonly (Answer | AppError)[]>;
  /** What must never share a round has the same key. */
  keyOf(question: Question): string;
};

/** A round holds the locks of its nights: no longer than a moment. */
const ROUND_MAX = 25;

/**
 * Work on the stock that comes in crowds: as many as wait share one transaction, so that a rush takes the lock of its night once and
 * writes to the disk once for all of them (docs/decisions/0029). An answer is given after the commit.
 */
export const stockTogether = <Question, Answer>({ line, work, keyOf }: Crowd<Question, Answer>) =>
  together<Question, Answer>({ work: (ctx, questions) => line(ctx, (tx) => work(tx, questions)), keyOf, roundMax: ROUND_MAX });
