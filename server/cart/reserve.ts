import { HOLD_MS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { contextFor, type Context } from '#server/context.ts';
import type { Database } from '#server/db/client.ts';
import { holdPlaces, type PlaceAnswer, type PlaceRequest } from './reserve.queries.ts';
import { expireHoldsOf } from './stock.service.ts';

export type HeldPlace = { holdId: number; priceTetri: number; heldUntil: Date };
type Waiting = { request: PlaceRequest; resolve: (place: HeldPlace) => void; reject: (reason: unknown) => void };
type Queue = { ctx: Context; waiting: Waiting[]; isBusy: boolean };

const BATCH_MAX = 500;
/** Identity columns are 32 bits wide; a larger id of the wire names nothing. */
export const LARGEST_EVENT_ID = 2 ** 31 - 1;

const queues = new WeakMap<Database, Queue>();

/**
 * Holds places of an event for a person at the price of this moment, for HOLD_MS. Everything asked while a statement is in flight
 * goes into the next single one, so a rush on one night costs few transactions (docs/decisions/0005).
 * @throws event_not_found, event_ended, not_on_sale, price_unavailable, sold_out, ticket_in_cart, person_limit, invalid_input
 */
export function reserve(ctx: Context, request: PlaceRequest): Promise<HeldPlace> {
  if (request.eventId > LARGEST_EVENT_ID) return Promise.reject(new AppError('event_not_found'));
  const queue = queueOf(ctx);
  return new Promise((resolve, reject) => {
    queue.waiting.push({ request, resolve, reject });
    if (!queue.isBusy) void work(queue);
  });
}

/** The queue works for many callers, so it keeps none of them: a context without actor or transaction. */
function queueOf({ database, ...parts }: Context): Queue {
  const queue = queues.get(database) ?? { ctx: contextFor({ ...parts, database }), waiting: [], isBusy: false };
  queues.set(database, queue);
  return queue;
}

async function work(queue: Queue): Promise<void> {
  queue.isBusy = true;
  for (let batch = takeBatch(queue); batch.length > 0; batch = takeBatch(queue)) {
    await answerBatch(queue.ctx, batch).catch((error: unknown) => batch.forEach(({ reject }) => reject(error)));
  }
  queue.isBusy = false;
}

/** The next requests in order; a person's second one for the same event waits for the answer to the first. */
function takeBatch(queue: Queue): Waiting[] {
  const batch = new Map<string, Waiting>();
  const later: Waiting[] = [];
  for (const entry of queue.waiting) {
    const name = `${entry.request.userId}:${entry.request.eventId}`;
    if (batch.size < BATCH_MAX && !batch.has(name)) batch.set(name, entry);
    else later.push(entry);
  }
  queue.waiting = later;
  return [...batch.values()];
}

/** Looks again at requests that found no room, as long as that can help: after overdue holds went, or while others got their answer. */
async function answerBatch(ctx: Context, batch: Waiting[]): Promise<void> {
  let open = batch;
  let mayExpire = ctx.guards.lazyExpiry;
  while (open.length > 0) {
    const now = ctx.clock.now();
    const heldUntil = new Date(now.getTime() + HOLD_MS);
    const requests = open.map(({ request }) => request);
    const answers = await holdPlaces(ctx.database.pool, requests, { now, heldUntil, checksStock: ctx.guards.stock });
    const full = open.filter((entry, index) => !answer(entry, answers[index], heldUntil));
    const freed = mayExpire && full.length > 0 ? await expireHoldsOf(ctx, eventsOf(full)) : 0;
    if (freed === 0 && full.length === open.length) return full.forEach(({ reject }) => reject(new AppError('sold_out')));
    mayExpire = false;
    open = full;
  }
}

const eventsOf = (open: readonly Waiting[]): number[] => [...new Set(open.map(({ request }) => request.eventId))];

/** Says false when the request is worth a second look. */
function answer({ resolve, reject }: Waiting, given: PlaceAnswer | undefined, heldUntil: Date): boolean {
  if (!given || given.verdict === 'full' || given.verdict === 'overdue') return false;
  if (given.verdict === 'held') resolve({ holdId: given.holdId, priceTetri: given.priceTetri, heldUntil });
  else if (given.verdict === 'too_many') reject(new AppError('invalid_input'));
  else if (given.verdict === 'person_limit') reject(personLimit(given.placesPerPerson ?? 0));
  else reject(new AppError(given.verdict));
  return true;
}

export const personLimit = (limit: number): AppError => new AppError('person_limit', { params: { limit } });
