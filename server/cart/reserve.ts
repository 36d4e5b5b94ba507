import { HOLD_MS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import type { Context } from '#server/context.ts';
import { coalesce, type Asked } from '#server/db/coalesce.ts';
import { holdPlaces, type PlaceAnswer, type PlaceRequest } from './reserve.queries.ts';
import { expireHoldsOf } from './stock.service.ts';

export type HeldPlace = { holdId: number; priceTetri: number; heldUntil: Date };
type Waiting = Asked<PlaceRequest, HeldPlace>;

/** Identity columns are 32 bits wide; a larger id of the wire names nothing. */
export const LARGEST_EVENT_ID = 2 ** 31 - 1;

/**
 * Holds places of an event for a person at the price of this moment, for HOLD_MS. A rush on one night costs few transactions, because
 * requests are put to the database together (docs/decisions/0005).
 * @throws event_not_found, event_ended, not_on_sale, price_unavailable, sold_out, ticket_in_cart, person_limit, invalid_input
 */
export function reserve(ctx: Context, request: PlaceRequest): Promise<HeldPlace> {
  if (request.eventId > LARGEST_EVENT_ID) return Promise.reject(new AppError('event_not_found'));
  return holdTogether(ctx, request);
}

// A person's second request for the same event waits for the answer to the first.
const holdTogether = coalesce(answerBatch, ({ userId, eventId }: PlaceRequest) => `${userId}:${eventId}`);

/** Looks again at requests that found no room, as long as that can help: after overdue holds went, or while others got their answer. */
async function answerBatch(ctx: Context, batch: Waiting[]): Promise<void> {
  let open = batch;
  let mayExpire = ctx.guards.lazyExpiry;
  while (open.length > 0) {
    const now = ctx.clock.now();
    const heldUntil = new Date(now.getTime() + HOLD_MS);
    const requests = open.map(({ question }) => question);
    const answers = await holdPlaces(ctx.database.pool, requests, { now, heldUntil, checksStock: ctx.guards.stock });
    const full = open.filter((entry, index) => !answer(entry, answers[index], heldUntil));
    const freed = mayExpire && full.length > 0 ? await expireHoldsOf(ctx, eventsOf(full)) : 0;
    if (freed === 0 && full.length === open.length) return full.forEach(({ reject }) => reject(new AppError('sold_out')));
    mayExpire = false;
    open = full;
  }
}

const eventsOf = (open: readonly Waiting[]): number[] => [...new Set(open.map(({ question }) => question.eventId))];

/** Says false when the request is worth a second look. */
function answer({ resolve, reject }: Waiting, given: PlaceAnswer | undefined, heldUntil: Date): boolean {
  if (!given || given.verdict === 'full' || given.verdict === 'overdue') return false;
  if (given.verdict === 'held') resolve({ holdId: given.holdId, priceTetri: given.priceTetri, heldUntil });
  else if (given.verdict === 'too_many') reject(tooMany(given.placesPerPerson ?? 0));
  else if (given.verdict === 'person_limit') reject(personLimit(given.placesPerPerson ?? 0));
  else reject(new AppError(given.verdict));
  return true;
}

/** More at once than the event ever gives one person. */
export const tooMany = (limit: number): AppError =>
  new AppError('invalid_input', { errors: { quantity: 'validation.invalid' }, params: { limit } });

export const personLimit = (limit: number): AppError => new AppError('person_limit', { params: { limit } });
