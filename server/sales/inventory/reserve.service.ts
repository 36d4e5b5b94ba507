import { perServer, withTransaction, type Context } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import { lockEvents } from './locks.queries.ts';
import { changeStock, insertHolds } from './stock.queries.ts';
import { expireStock } from './stock.service.ts';
import { AppError } from '#shared/errors.ts';
import { type Ask, type Available, checkAvailability, type Situation, type Unavailable } from './availability.ts';
import type { Guest } from './availability.queries.ts';
import { isFull, lookUp, policyOf, refusalOf } from './availability.service.ts';
import { heldFromNow, heldSinceOf } from './hold-rules.ts';

/** `code`: folded; places of the ticket type that it opens. `via`: the promoter whose link brought the guest. */
export type PlaceRequest = { userId: number; eventId: number; quantity: number; code?: string | undefined; via?: string | undefined };
type HeldPlace = { holdId: number; priceTetri: number; heldUntil: Date };

/**
 * Holds places of an event for a user at the present price, for HOLD_MS, or less where HOLD_LIMIT_MS ends sooner. A rush on one event costs
 * few transactions, because requests go to the database in batches (docs/decisions/0005). @throws hold_limit, event_not_found, event_ended,
 * banned, account_rejected, verified_only, code_invalid, not_on_sale, price_unavailable, sold_out, ticket_in_cart, person_limit, invalid_input
 */
export const reserve = batched<PlaceRequest, HeldPlace>(reserveBatch, { keyOf: ({ userId, eventId }) => `${userId}:${eventId}` });

async function reserveBatch(ctx: Context, requests: readonly PlaceRequest[]): Promise<(HeldPlace | AppError)[]> {
  const refusals = await refuseFull(ctx, requests);
  const open = requests.filter((_, index) => !refusals[index]);
  const held = open.length === 0 ? [] : await withTransaction(ctx, (tx) => holdAll(tx, open));
  const inOrder = held.values();
  return requests.map((_, index) => refusals[index] ?? inOrder.next().value ?? missing());
}

/** Events that were full a moment ago. */
const fullEvents = perServer(() => new Set<number>());

/**
 * Refuses requests for events that were full a moment ago without the lock of the stock, which other transactions need meanwhile. Undefined for
 * requests that may find places.
 */
async function refuseFull(ctx: Context, requests: readonly PlaceRequest[]): Promise<(AppError | undefined)[]> {
  const full = fullEvents(ctx);
  const doubtful = requests.filter(({ eventId }) => full.has(eventId));
  if (doubtful.length === 0) return [];
  const refusals = new Map<PlaceRequest, AppError>();
  for (const { request, situation, answer } of await decide(ctx, doubtful)) {
    const mayFree = isFull(answer) && situation.stock?.hasOverdueHolds;
    if ('reason' in answer && !mayFree) refusals.set(request, refusalOf(ctx, answer, situation));
    else full.delete(request.eventId);
  }
  return requests.map((request) => refusals.get(request));
}

/**
 * Decides and writes a whole batch under the lock of its events. A user's request for an event occurs once in a batch. Returns the results in
 * the order of the requests.
 */
async function holdAll(tx: Context, requests: readonly PlaceRequest[]): Promise<(HeldPlace | AppError)[]> {
  await lockEvents(tx.db, [...new Set(requests.map(({ eventId }) => eventId))]);
  let decided = await decide(tx, requests);
  const full = decided.filter(({ answer, situation }) => isFull(answer) && situation.stock?.hasOverdueHolds);
  const eventIds = [...new Set(full.map(({ request }) => request.eventId))];
  if (full.length > 0 && (await expireStock(tx, eventIds)) > 0) decided = await decide(tx, requests);

  const now = tx.clock.now();
  const granted = decided.flatMap((each) => toHold(each, now));
  const ids = await insertHolds(tx.db, granted);
  await changeStock(
    tx.db,
    granted.map(({ eventId, releaseId, quantity }) => ({ eventId, releaseId, places: quantity })),
  );
  const results = new Map(
    granted.map(({ request, priceTetri, heldUntil }, index) => [request, { holdId: ids[index] ?? missing(), priceTetri, heldUntil }]),
  );
  for (const { request, answer } of decided) if ('reason' in answer && answer.reason === 'sold_out') fullEvents(tx).add(request.eventId);
  const refusals = new Map(
    decided.flatMap(({ request, situation, answer }) => ('reason' in answer ? [[request, refusalOf(tx, answer, situation)]] : [])),
  );
  return requests.map((request) => results.get(request) ?? refusals.get(request) ?? missing());
}

type Decided = { request: PlaceRequest; situation: Situation; answer: Available | Unavailable };

/**
 * Asks for the places of each request, in the order in which they are granted: the smaller first and then the earlier, so that whenever any request fits,
 * something is held. What one is granted is taken from what the later ones find.
 */
async function decide(ctx: Context, requests: readonly PlaceRequest[]): Promise<Decided[]> {
  const questions = requests.map(({ code, ...request }) => ({ ...request, code: code === undefined ? undefined : { folded: code } }));
  const situations = await lookUp(ctx, questions);
  const open = requests.map((request, index) => ({ request, situation: situations[index] ?? missing() }));
  const decided: Decided[] = [];
  for (const each of open.toSorted((one, other) => one.request.quantity - other.request.quantity)) {
    const { request, situation } = each;
    const ask: Ask = { by: 'cart', quantity: request.quantity, hasCode: request.code !== undefined };
    const answer = checkAvailability(ask, situation, policyOf(ctx));
    decided.push({ ...each, answer });
    if (!('reason' in answer)) grant(each, answer, open);
  }
  return decided;
}

type Open = Omit<Decided, 'answer'>;

/** Counts granted places in the facts of the other requests. Those of one event share their stock. */
function grant({ request, situation: { stock, guest, code } }: Open, { ticketType }: Available, open: readonly Open[]): void {
  const { eventId, quantity } = request;
  if (stock) stock.event.taken += quantity;
  if (ticketType) ticketType.taken += quantity;
  for (const { request: other, situation } of open) {
    const isSamePerson = isOf(situation.guest, guest);
    if (other !== request && other.eventId === eventId && isSamePerson && situation.guest) situation.guest.owned += quantity;
    if (!situation.code || situation.code.id !== code?.id) continue;
    situation.code.used += quantity;
    if (isSamePerson) situation.code.usedByPerson += quantity;
  }
}

const isOf = (one: Guest | undefined, other: Guest | undefined): boolean => one !== undefined && one.person === other?.person;

/** The hold of a granted request; none for a refused one. */
function toHold({ request, situation: { guest, code }, answer }: Decided, now: Date) {
  if ('reason' in answer || !answer.ticketType) return [];
  const { userId, eventId, quantity, via } = request;
  const { priceTetri, publicPriceTetri, ticketType } = answer;
  const heldSince = heldSinceOf(guest?.past ?? null, now);
  const heldUntil = heldFromNow({ heldSince }, now);
  const from = { releaseId: ticketType.id, priceTetri, publicPriceTetri, codeId: code?.id ?? null, via };
  return [{ request, userId, eventId, quantity, ...from, heldSince, heldUntil, createdAt: now }];
}

function missing(): never {
  throw new Error('A request for places has no result.');
}
