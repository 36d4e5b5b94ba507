import { HOLD_MS } from '#shared/constants.ts';
import { timeText } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { coalesce, type Asked } from '#server/platform/db/coalesce.ts';
import type { Database } from '#server/platform/db/client.ts';
import { toFullMinute } from './hold-limit.ts';
import { holdPlaces, lookAtPlaces, type PlaceAnswer, type PlaceRefusal, type PlaceRequest } from './reserve.queries.ts';
import { expireHoldsOf } from './stock.service.ts';

export type HeldPlace = { holdId: number; priceTetri: number; heldUntil: Date };
type Waiting = Asked<PlaceRequest, HeldPlace>;

/**
 * Holds places of an event for a person at the price of this moment, for HOLD_MS, or less where HOLD_LIMIT_MS ends sooner. A rush on one
 * night costs few transactions, because requests are put to the database together (docs/decisions/0005).
 * @throws hold_limit, event_not_found, event_ended, banned, verified_only, not_on_sale, price_unavailable, sold_out, ticket_in_cart, person_limit, invalid_input
 */
export const reserve = coalesce(
  answerBatch,
  // A person's second request for the same event waits for the answer to the first.
  ({ userId, eventId }: PlaceRequest) => `${userId}:${eventId}`,
);

/** Looks again at requests that found no room, as long as that can help: after overdue holds went, or while others got their answer. */
async function answerBatch(ctx: Context, batch: Waiting[]): Promise<void> {
  let open = await answerHopeless(ctx, batch);
  let mayExpire = ctx.guards.lazyExpiry;
  while (open.length > 0) {
    const now = ctx.clock.now();
    const heldUntil = new Date(now.getTime() + HOLD_MS);
    const { stock: checksStock, holdLimit: checksHoldLimit } = ctx.guards;
    const answers = await holdPlaces(ctx.database.pool, open.map(questionOf), { now, heldUntil, checksStock, checksHoldLimit });
    const full = open.filter((entry, index) => !answer(entry, answers[index]));
    const freed = mayExpire && full.length > 0 ? await expireHoldsOf(ctx, eventsOf(full)) : 0;
    if (freed === 0 && full.length === open.length) return full.forEach((entry) => sellOut(ctx, entry));
    mayExpire = false;
    open = full;
  }
}

const soldOut = new WeakMap<Database, Set<number>>();

function sellOut({ database }: Context, { question, reject }: Waiting): void {
  soldOut.set(database, (soldOut.get(database) ?? new Set()).add(question.eventId));
  reject(new AppError('sold_out'));
}

/**
 * A night that was sold out a moment ago is looked at without its lock, which those who pay need meanwhile. Answers who still has to
 * be tried: a night with room again, and all others.
 */
async function answerHopeless(ctx: Context, batch: Waiting[]): Promise<Waiting[]> {
  const suspects = soldOut.get(ctx.database);
  const doubtful = batch.filter(({ question }) => suspects?.has(question.eventId));
  if (doubtful.length === 0 || !ctx.guards.stock) return batch;
  const looks = await lookAtPlaces(ctx.database.pool, doubtful.map(questionOf), {
    now: ctx.clock.now(),
    checksHoldLimit: ctx.guards.holdLimit,
  });
  const given = new Map(doubtful.map((entry, index) => [entry, looks[index]]));
  return batch.filter((entry) => !given.has(entry) || !isHopeless(ctx, entry, given.get(entry)));
}

function isHopeless(ctx: Context, entry: Waiting, given: PlaceRefusal | undefined): boolean {
  if (given === undefined) soldOut.get(ctx.database)?.delete(entry.question.eventId);
  if (given?.verdict === 'full') sellOut(ctx, entry);
  return given !== undefined && (given.verdict === 'full' || refuse(entry, given));
}

const questionOf = ({ question }: Waiting): PlaceRequest => question;
const eventsOf = (open: readonly Waiting[]): number[] => [...new Set(open.map(({ question }) => question.eventId))];

/** Says false when the request is worth a second look. */
function answer(entry: Waiting, given: PlaceAnswer | undefined): boolean {
  if (given?.verdict !== 'held') return given !== undefined && refuse(entry, given);
  entry.resolve({ holdId: given.holdId, priceTetri: given.priceTetri, heldUntil: given.heldUntil });
  return true;
}

function refuse({ reject }: Waiting, { verdict, placesPerPerson, againAt }: PlaceRefusal): boolean {
  if (verdict === 'full' || verdict === 'overdue') return false;
  if (verdict === 'too_many') reject(tooMany(placesPerPerson ?? 0));
  else if (verdict === 'person_limit') reject(personLimit(placesPerPerson ?? 0));
  else if (verdict === 'hold_limit') reject(holdLimit(againAt));
  else reject(new AppError(verdict));
  return true;
}

/** More at once than the event ever gives one person. */
export const tooMany = (limit: number): AppError =>
  new AppError('invalid_input', { errors: { quantity: 'validation.invalid' }, params: { limit } });

/** The half hour is used up: their owner may take places again at this moment, told as a full minute. */
const holdLimit = (againAt: Date | null): AppError =>
  new AppError('hold_limit', againAt === null ? {} : { params: { time: timeText(toFullMinute(againAt)) } });

export const personLimit = (limit: number): AppError => new AppError('person_limit', { params: { limit } });
