import { timeText } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { perServer, withTransaction, type Context } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import { toFullMinute } from './hold-rules.ts';
import { holdPlaces, checkPlaces, type PlaceAnswer, type PlaceRefusal, type PlaceRequest } from './reserve.queries.ts';
import { expireHoldsOf } from './stock.service.ts';

type HeldPlace = { holdId: number; priceTetri: number; heldUntil: Date };
type Results = Map<PlaceRequest, HeldPlace | AppError>;

/**
 * Holds places of an event for a user at the present price, for HOLD_MS, or less where HOLD_LIMIT_MS ends sooner. A rush on one event costs
 * few transactions, because requests go to the database in batches (docs/decisions/0005). @throws hold_limit, event_not_found, event_ended,
 * banned, account_rejected, verified_only, code_invalid, not_on_sale, price_unavailable, sold_out, ticket_in_cart, person_limit, invalid_input
 */
export const reserve = batched<PlaceRequest, HeldPlace>(reserveBatch, { keyOf: ({ userId, eventId }) => `${userId}:${eventId}` });

async function reserveBatch(ctx: Context, requests: readonly PlaceRequest[]): Promise<(HeldPlace | AppError)[]> {
  const results: Results = new Map();
  const open = await refuseFull(ctx, requests, results);
  try {
    await tryToHold(ctx, open, results);
  } catch (error) {
    // If some already hold their places, only the others have failed; else the whole batch can be repeated.
    if (![...results.values()].some((result) => !(result instanceof AppError))) throw error;
    ctx.log.error({ err: error }, 'requests for places could not be retried');
    for (const request of open) if (!results.has(request)) results.set(request, new AppError('unavailable', { retryAfterSeconds: 5 }));
  }
  return requests.map((request) => results.get(request) ?? missing());
}

/** Retries requests that found no places, as long as that can help: after overdue holds were released, or while others got their places. */
async function tryToHold(ctx: Context, requests: readonly PlaceRequest[], results: Results): Promise<void> {
  let open = requests;
  let mayExpire = true;
  while (open.length > 0) {
    const answers = await holdPlaces(ctx.database.pool, open, rulesOf(ctx));
    const full = open.filter((request, index) => !decide(ctx, results, request, answers[index]));
    const freed = mayExpire && full.length > 0 ? await withTransaction(ctx, (tx) => expireHoldsOf(tx, eventsOf(full))) : 0;
    // An overdue hold that was not released was ordered or paid meanwhile: its owner gets another answer now.
    const hasChanged = freed > 0 || (mayExpire && answers.some((answer) => answer.verdict === 'overdue'));
    if (!hasChanged && full.length === open.length) {
      for (const request of full)
        results.set(request, isSpent(answers[open.indexOf(request)]) ? new AppError('code_invalid') : soldOut(ctx, request));
      return;
    }
    mayExpire = false;
    open = full;
  }
}

/** The code gives no more places, although the event has some. */
const isSpent = (answer: PlaceAnswer | undefined): boolean => answer?.verdict === 'code_spent';

/** Events that were full a moment ago. */
const fullEvents = perServer(() => new Set<number>());

function soldOut(ctx: Context, { eventId }: PlaceRequest): AppError {
  fullEvents(ctx).add(eventId);
  return new AppError('sold_out');
}

/**
 * Checks events that were full a moment ago without their lock, which other transactions need meanwhile. Returns the requests that must
 * still be tried: those of an event with places again, and all others.
 */
async function refuseFull(ctx: Context, requests: readonly PlaceRequest[], results: Results): Promise<readonly PlaceRequest[]> {
  const probablyFull = requests.filter(({ eventId }) => fullEvents(ctx).has(eventId));
  if (probablyFull.length === 0) return requests;
  const refusals = await checkPlaces(ctx.database.pool, probablyFull, rulesOf(ctx));
  for (const [index, request] of probablyFull.entries()) {
    const refusal = refusals[index];
    if (refusal === undefined) fullEvents(ctx).delete(request.eventId);
    else if (isSpent(refusal)) results.set(request, new AppError('code_invalid'));
    else if (refusal.verdict === 'full') results.set(request, soldOut(ctx, request));
    else decide(ctx, results, request, refusal);
  }
  return requests.filter((request) => !results.has(request));
}

const rulesOf = ({ clock, env }: Context) => ({
  now: clock.now(),
  isShared: env.placesSharedByPerson,
  rejectedMayBuy: env.rejectedMayBuy,
});

const eventsOf = (open: readonly PlaceRequest[]): number[] => [...new Set(open.map(({ eventId }) => eventId))];

/** Records the result of a request; returns false when it should be retried. */
function decide(ctx: Context, results: Results, request: PlaceRequest, answer: PlaceAnswer | undefined): boolean {
  const result = answer?.verdict === 'held' ? toPlace(answer) : answer && refusalOf(ctx, answer);
  if (result) results.set(request, result);
  return result !== undefined;
}

const toPlace = ({ holdId, priceTetri, heldUntil }: HeldPlace): HeldPlace => ({ holdId, priceTetri, heldUntil });

function refusalOf(ctx: Context, { verdict, placesPerPerson, againAt }: PlaceRefusal): AppError | undefined {
  if (verdict === 'full' || verdict === 'code_spent' || verdict === 'overdue') return undefined;
  if (verdict === 'too_many') return tooMany(placesPerPerson ?? 0);
  if (verdict === 'person_limit') return personLimit(ctx, placesPerPerson ?? 0);
  if (verdict === 'hold_limit') return holdLimit(againAt);
  return new AppError(verdict);
}

function missing(): never {
  throw new Error('A request for places has no result.');
}

/** More places at once than the event allows one person. */
export const tooMany = (limit: number): AppError =>
  new AppError('invalid_input', { errors: { quantity: 'validation.invalid' }, params: { limit } });

/** The half hour is used up: the user may reserve again at this moment, rounded to a full minute. */
const holdLimit = (againAt: Date | null): AppError =>
  new AppError('hold_limit', againAt === null ? {} : { params: { time: timeText(toFullMinute(againAt)) } });

/** `context`: the sentence for places that all accounts of a person share. */
export const personLimit = ({ env }: Pick<Context, 'env'>, limit: number): AppError =>
  new AppError('person_limit', { params: { limit, ...(env.placesSharedByPerson && { context: 'shared' }) } });
