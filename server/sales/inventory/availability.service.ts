import type { Context } from '#server/platform/context.ts';
import { expireOverdueHolds } from './stock.queries.ts';
import { timeText } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { type Ask, type Available, checkAvailability, type Policy, type Situation, type Unavailable } from './availability.ts';
import { findCodes, findGuests, findStock, type Wanted, type WantedCode } from './availability.queries.ts';
import { toFullMinute } from './hold-rules.ts';

/** `userId`: null for gifts, whose guest may have no account yet. `code`: folded text, the id of a code, or the code of the cart line. */
type Question = Wanted & { code?: { folded: string } | { id: number | null } | 'of the line' | undefined };

export const policyOf = ({ clock, env }: Context): Policy => ({ now: clock.now(), rejectedMayBuy: env.rejectedMayBuy });

/** Looks up the facts of these questions, in order. Callers that write have locked the events (`lockEvents`). */
export async function lookUp(
  ctx: Context,
  questions: readonly Question[],
  { lockAccounts = false, now = ctx.clock.now() } = {},
): Promise<Situation[]> {
  const { db, env } = ctx;
  const isShared = env.placesSharedByPerson;
  const stock = await findStock(db, [...new Set(questions.map(({ eventId }) => eventId))], now);
  const guests = await findGuests(db, questions, { isShared, lockAccounts });
  const wanted = questions.map((question, index) => codeOf(question, guests[index]?.hold?.promoCodeId ?? null));
  const found = await findCodes(
    db,
    wanted.filter((each) => each !== undefined),
    isShared,
  );
  const inOrder = found.values();
  return questions.map(({ eventId }, index) => ({
    stock: stock.get(eventId),
    guest: guests[index],
    code: wanted[index] && inOrder.next().value,
  }));
}

function codeOf({ userId, eventId, code }: Question, idOfLine: number | null): WantedCode | undefined {
  if (code === undefined) return undefined;
  if (code !== 'of the line' && 'folded' in code) return { userId, eventId, folded: code.folded };
  const promoCodeId = code === 'of the line' ? idOfLine : code.id;
  return promoCodeId === null ? undefined : { userId, promoCodeId };
}

/** The decision about a question, with its facts. */
type Answer = { situation: Situation; answer: Available | Unavailable };

/**
 * Decides about places of an event whose stock is locked (`lockEvents`). Overdue holds are released only if nothing else is free, because
 * that waits for concurrent payments.
 */
export async function askFor(tx: Context, question: Question, ask: Ask): Promise<Answer> {
  const look = async (): Promise<Answer> => {
    const policy = policyOf(tx);
    const [situation] = await lookUp(tx, [question], policy);
    if (!situation) throw new Error('A question has no facts.');
    return { situation, answer: checkAvailability(ask, situation, policy) };
  };
  const first = await look();
  if (!isFull(first.answer) || !first.situation.stock?.hasOverdueHolds) return first;
  await expireOverdueHolds(tx.db, [question.eventId], tx.clock.now());
  return look();
}

/** Returns true if releasing overdue holds may free places. */
export const isFull = (answer: Available | Unavailable): boolean =>
  'reason' in answer && (answer.reason === 'sold_out' || answer.reason === 'code_spent');

/** Returns where the places come from. @throws the refusal as an error of the API (`refusalOf`) */
export function orRefuse(ctx: Context, { situation, answer }: Answer): Available {
  if ('reason' in answer) throw refusalOf(ctx, answer, situation);
  return answer;
}

/** Returns a refusal as an error of the API. A wrong code and a spent one get the same error. */
export function refusalOf({ env }: Pick<Context, 'env'>, { reason, againAt }: Unavailable, { stock }: Situation): AppError {
  const limit = stock?.event.ticketsPerPerson ?? 0;
  switch (reason) {
    case 'code_spent':
      return new AppError('code_invalid');
    case 'type_not_found':
      return new AppError('not_found');
    case 'account_deleted':
      return new AppError('unauthorized');
    case 'too_many':
      return new AppError('invalid_input', { errors: { quantity: 'validation.invalid' }, params: { limit } });
    case 'person_limit':
      // `context` selects the sentence for places that all accounts of a person share.
      return new AppError('person_limit', { params: { limit, ...(env.placesSharedByPerson && { context: 'shared' }) } });
    case 'hold_limit':
      return new AppError('hold_limit', againAt ? { params: { time: timeText(toFullMinute(againAt)) } } : {});
    default:
      return new AppError(reason);
  }
}
