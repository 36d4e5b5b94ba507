import { perServer, withTransaction, type Context } from '#server/platform/context.ts';
import { batched } from '#server/platform/db/batch.ts';
import { QUEUE_CONNECTIONS } from '#server/platform/db/client.ts';
import { createQueue, type Queue } from '#server/platform/queue.ts';
import type { holds } from '#server/sales/tables/holds.table.ts';
import { timeText } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import {
  type Ask,
  type Available,
  checkAvailability,
  coversLine,
  heldFromNow,
  heldSinceOf,
  heldWithoutOrder,
  type Policy,
  type Situation,
  toFullMinute,
  type Unavailable,
} from './availability.ts';
import { findCodes, findGuests, findStock, type Guest, type Wanted, type WantedCode } from './availability.queries.ts';
import {
  changeStock,
  deleteHolds,
  detachHolds,
  expireOverdueHolds,
  findHoldsOfOrder,
  findOrderedLines,
  freeingOf,
  insertHolds,
  lockEvents,
  lockEventsOfCarts,
  lockEventsOfOrders,
  lockHoldsOfBuyers,
  lockHoldsOfCarts,
  lockHoldsOfOrders,
  type OrderedLine,
  shareEventsOfCarts,
  shareEventsOfOrders,
  type StockChange,
} from './stock.queries.ts';

/**
 * `userId`: null for complimentary tickets, whose guest may have no account yet. `code`: folded text, the id of a code, or the code of the cart
 * line.
 */
type Question = Wanted & { code?: { folded: string } | { id: number | null } | 'of the line' | undefined };

export const policyOf = ({ clock, env, venue }: Context): Policy => ({
  now: clock.now(),
  rejectedMayBuy: env.rejectedMayBuy,
  claimHours: venue().claimHours,
});

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
const isFull = (answer: Available | Unavailable): boolean =>
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
    case 'claims_ended':
      return new AppError('person_limit', { params: { limit: 1, context: 'claims' } });
    case 'hold_limit':
      return new AppError('hold_limit', againAt ? { params: { time: timeText(toFullMinute(againAt)) } } : {});
    default:
      return new AppError(reason);
  }
}

/** `code`: folded; opens the ticket type of the places. `refCode`: the promoter whose link brought the guest. */
type PlaceRequest = { userId: number; eventId: number; quantity: number; code?: string | undefined; refCode?: string | undefined };
type HeldPlace = { holdId: number; priceTetri: number; heldUntil: Date };

/**
 * Holds places of an event for a user at the present price, for HOLD_MS or until HOLD_LIMIT_MS ends. Batched, so that a rush costs few
 * transactions (docs/decisions/0005). @throws hold_limit, event_not_found, event_ended, banned, account_rejected, verified_only,
 * code_invalid, not_on_sale, price_unavailable, sold_out, ticket_in_cart, person_limit, invalid_input
 */
export const reserve = batched<PlaceRequest, HeldPlace>(reserveBatch, { keyOf: ({ userId, eventId }) => `${userId}:${eventId}` });

type Results = Map<PlaceRequest, HeldPlace | AppError>;

async function reserveBatch(ctx: Context, requests: readonly PlaceRequest[]): Promise<(HeldPlace | AppError)[]> {
  const results: Results = new Map();
  await refuseFull(ctx, requests, results);
  await holdAll(ctx, requests, results);
  await holdAfterExpiry(ctx, requests, results);
  return requests.map((request) => results.get(request) ?? missing());
}

/** Events that were full a moment ago. */
const fullEvents = perServer(() => new Set<number>());

/** Refuses requests for such events without the stock lock, which other transactions need. Requests that may find places get no result. */
async function refuseFull(ctx: Context, requests: readonly PlaceRequest[], results: Results): Promise<void> {
  const full = fullEvents(ctx);
  const doubtful = requests.filter(({ eventId }) => full.has(eventId));
  if (doubtful.length === 0) return;
  const policy = policyOf(ctx);
  for (const { request, situation } of await lookUpAll(ctx, doubtful, policy)) {
    const answer = checkAvailability(askOf(request), situation, policy);
    if ('reason' in answer && !mayBeFreed({ situation, answer })) results.set(request, refusalOf(ctx, answer, situation));
    else full.delete(request.eventId);
  }
}

/** Returns true if releasing overdue holds may free places. */
const mayBeFreed = ({ situation, answer }: Pick<Decided, 'situation' | 'answer'>): boolean =>
  isFull(answer) && situation.stock?.hasOverdueHolds === true;

/** Decides and writes all requests without a result under the lock of their events; leaves those that need overdue holds released. */
async function holdAll(ctx: Context, requests: readonly PlaceRequest[], results: Results): Promise<void> {
  const open = requests.filter((request) => !results.has(request));
  if (open.length === 0) return;
  const decided = await withTransaction(ctx, async (tx) => {
    await lockEvents(tx.db, eventsOf(open));
    return hold(tx, await decide(tx, open));
  });
  for (const each of decided) if (!mayBeFreed(each)) note(ctx, each, results);
}

/**
 * Releases the overdue holds of full events in a separate transaction, because it waits for concurrent orders and payments. If it fails,
 * guests who already got places keep them.
 */
async function holdAfterExpiry(ctx: Context, requests: readonly PlaceRequest[], results: Results): Promise<void> {
  const open = requests.filter((request) => !results.has(request));
  if (open.length === 0) return;
  try {
    const decided = await withTransaction(ctx, async (tx) => {
      await lockEvents(tx.db, eventsOf(open));
      await expireOverdueHolds(tx.db, eventsOf(open), tx.clock.now());
      return hold(tx, await decide(tx, open));
    });
    for (const each of decided) note(ctx, each, results);
  } catch (error) {
    // If no request got a place, the whole batch can be repeated.
    if (![...results.values()].some((result) => !(result instanceof AppError))) throw error;
    ctx.log.error({ err: error }, 'overdue holds could not be released for requests of a batch');
    for (const request of open) results.set(request, new AppError('unavailable', { retryAfterSeconds: 5 }));
  }
}

const eventsOf = (requests: readonly PlaceRequest[]): number[] => [...new Set(requests.map(({ eventId }) => eventId))];

type Decided = { request: PlaceRequest; situation: Situation; answer: Available | Unavailable };
/** `held`: of a granted request. */
type Done = Decided & { held?: HeldPlace | undefined };

/** Writes the holds of granted requests and counts their places. */
async function hold(tx: Context, decided: readonly Decided[]): Promise<Done[]> {
  const now = tx.clock.now();
  const granted = decided.flatMap((each) => toHold(each, now));
  const ids = await insertHolds(tx.db, granted);
  await changeStock(
    tx.db,
    granted.map(({ eventId, ticketTypeId, quantity }) => ({ eventId, ticketTypeId, places: quantity })),
  );
  const held = new Map(
    granted.map(({ request, priceTetri, heldUntil }, index) => [request, { holdId: ids[index] ?? missing(), priceTetri, heldUntil }]),
  );
  return decided.map((each) => ({ ...each, held: held.get(each.request) }));
}

function note(ctx: Context, { request, situation, answer, held }: Done, results: Results): void {
  if ('reason' in answer && answer.reason === 'sold_out') fullEvents(ctx).add(request.eventId);
  results.set(request, 'reason' in answer ? refusalOf(ctx, answer, situation) : (held ?? missing()));
}

const askOf = ({ quantity, code }: PlaceRequest): Ask => ({ by: 'cart', quantity, hasCode: code !== undefined });

async function lookUpAll(ctx: Context, requests: readonly PlaceRequest[], policy: Policy): Promise<Open[]> {
  const questions = requests.map(({ userId, eventId, code }) => ({
    userId,
    eventId,
    code: code === undefined ? undefined : { folded: code },
  }));
  const situations = await lookUp(ctx, questions, policy);
  return requests.map((request, index) => ({ request, situation: situations[index] ?? missing() }));
}

/**
 * Decides each request in the order of granting: smaller ones first, then earlier ones, so that if any request fits, something is held.
 * Granted places are taken from what later requests find. A batch has at most one request per user and event.
 */
async function decide(tx: Context, requests: readonly PlaceRequest[]): Promise<Decided[]> {
  const policy = policyOf(tx);
  const open = await lookUpAll(tx, requests, policy);
  const decided: Decided[] = [];
  for (const each of open.toSorted((one, other) => one.request.quantity - other.request.quantity)) {
    const answer = checkAvailability(askOf(each.request), each.situation, policy);
    decided.push({ ...each, answer });
    if (!('reason' in answer)) grant(each, answer, open);
  }
  return decided;
}

type Open = Omit<Decided, 'answer'>;

/** Counts granted places in the facts of the other requests. Those of one event share their stock. */
function grant({ request, situation: { stock, guest, code } }: Open, { ticketType }: Available, open: readonly Open[]): void {
  const { eventId, quantity } = request;
  if (stock) stock.event.soldOrReserved += quantity;
  if (ticketType) ticketType.soldOrReserved += quantity;
  for (const { request: other, situation } of open) {
    const isSamePerson = isOf(situation.guest, guest);
    if (other !== request && other.eventId === eventId && isSamePerson && situation.guest) situation.guest.owned += quantity;
    if (!situation.code || situation.code.id !== code?.id) continue;
    situation.code.used += quantity;
    if (isSamePerson) situation.code.usedByPerson += quantity;
  }
}

const isOf = (one: Guest | undefined, other: Guest | undefined): boolean => one !== undefined && one.person === other?.person;

/** Returns the hold of a granted request; undefined for a refused one. */
function toHold({ request, situation: { guest, code }, answer }: Decided, now: Date) {
  if ('reason' in answer || !answer.ticketType) return [];
  const { userId, eventId, quantity, refCode } = request;
  const { priceTetri, publicPriceTetri, ticketType } = answer;
  const heldSince = heldSinceOf(guest?.past ?? null, now);
  const heldUntil = heldFromNow({ heldSince }, now);
  const from = { ticketTypeId: ticketType.id, priceTetri, publicPriceTetri, promoCodeId: code?.id ?? null, refCode };
  return [{ request, userId, eventId, quantity, ...from, heldSince, heldUntil, createdAt: now }];
}

function missing(): never {
  throw new Error('A request for places has no result.');
}

/** The most orders or payments in one transaction, so that it holds its guests' locks only briefly. */
export const STOCK_BATCH_MAX = 25;

const openQueue = (waiting: number): Queue => createQueue({ atOnce: QUEUE_CONNECTIONS, waiting, retryAfterSeconds: 5 });
const shoppersOf = perServer(() => openQueue(2_000));
/** Payments are never refused, however many wait. */
const payersOf = perServer(() => openQueue(Number.POSITIVE_INFINITY));

/**
 * Runs a transaction that locks the stock of an event. Few run at once; the others wait outside the database, where waiting for the same
 * lock would occupy a connection each. @throws too_many_requests
 */
export const withStock = <T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> =>
  shoppersOf(ctx).run(() => withTransaction(ctx, work));

/** `withStock` for late money, refunds and staff's decisions about a payment, with a separate queue that refuses none. */
export const withPaidStock = <T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> =>
  payersOf(ctx).run(() => withTransaction(ctx, work));

/** An order line whose places were sold. */
export type SoldLine = Omit<OrderedLine, 'orderId' | 'promoCodeId'>;

/**
 * Sells the held places of paid orders, all or none per order, in the caller's transaction, which has locked them (`lockOrderedHolds`);
 * `sold_or_reserved` does not change, so no event is locked. Refuses events that are over or cancelled (I12), and banned guests. Returns the lines of
 * sold orders; others lack holds or hold listed places, whose tickets must end (`findPaidPlaces`).
 */
export async function sellHeldPlaces(tx: Context, orderIds: readonly number[]): Promise<Map<number, SoldLine[]>> {
  const found = await findPaidLines(tx, await findOrderedLines(tx.db, orderIds), { areHeld: true });
  const byOrder = Map.groupBy(found, ({ line }) => line.orderId);
  const sold = [...byOrder].filter(([, own]) => own.every(isHeldAlone));
  await deleteHolds(
    tx.db,
    sold.flatMap(([, own]) => holdsOf(own).map(({ id }) => id)),
  );
  return new Map(sold.map(([orderId, own]) => [orderId, own.map(({ line }) => line)]));
}

/** Returns true if the hold has exactly the places of its line, none of them listed for resale. */
const isHeldAlone = ({ line, guest, answer }: PaidLine): boolean =>
  !('reason' in answer) && coversLine(guest, askOfLine(line)) && guest.hold?.quantity === line.quantity && guest.hold.resaleQuantity === 0;

/** The places of a paid order: from the holds `used`, else free ones. `returned`: the holds whose places other tickets still have. */
export type PaidPlaces = { lines: OrderedLine[]; used: (typeof holds.$inferSelect)[]; returned: number[] };

/**
 * Finds and locks the places of one paid order, all or none, in the caller's transaction: in its owner's holds of the events, of any order,
 * else free ones within allocation, capacity and the person's limit, of events that are not over (I12). Undefined if there are none, or the
 * owner may not have them. The caller ends the tickets of `returned`, then calls `sellPlaces`.
 */
export async function findPaidPlaces(tx: Context, orderId: number): Promise<PaidPlaces | undefined> {
  await lockEventsOfOrders(tx.db, [orderId]);
  // A concurrent payment for another order of the same user commits first: its tickets count towards the limit.
  await lockHoldsOfBuyers(tx.db, [orderId]);
  const lines = await findOrderedLines(tx.db, [orderId]);
  let found = await findPaidLines(tx, lines);
  if (
    found.some(({ answer }) => 'reason' in answer) &&
    (await expireStock(
      tx,
      lines.map(({ eventId }) => eventId),
    )) > 0
  )
    found = await findPaidLines(tx, lines);
  if (found.length === 0 || found.some(({ answer }) => 'reason' in answer)) return undefined;
  const resold = found.filter(({ line, guest }) => coversLine(guest, askOfLine(line)) && (guest.hold?.resaleQuantity ?? 0) > 0);
  return { lines, used: holdsOf(found), returned: holdsOf(resold).map(({ id }) => id) };
}

/** Sells the places of a paid order that `findPaidPlaces` found in this transaction. */
export async function sellPlaces(tx: Context, { lines, used }: PaidPlaces): Promise<void> {
  await deleteHolds(
    tx.db,
    used.map(({ id }) => id),
  );
  await changeStock(tx.db, [...used.map(freeingOf), ...lines.map(soldPlacesOf)]);
}

type PaidLine = { line: OrderedLine; guest: Guest; answer: Available | Unavailable };

const askOfLine = ({ quantity, ticketTypeId, orderId }: OrderedLine) =>
  ({ by: 'payment', quantity, ticketTypeId: ticketTypeId, orderId }) as const;

/**
 * Returns these lines, each with its buyer and whether the buyer can have its places. `areHeld`: only held places, which need no free code
 * uses.
 */
async function findPaidLines(tx: Context, lines: readonly OrderedLine[], { areHeld = false } = {}): Promise<PaidLine[]> {
  if (lines.length === 0) return [];
  const questions = lines.map(({ userId, eventId, promoCodeId }) => {
    return { userId, eventId, code: areHeld ? undefined : { id: promoCodeId } };
  });
  const situations = await lookUp(tx, questions);
  return lines.flatMap((line, index) => {
    const situation = situations[index];
    if (!situation?.guest) throw new Error(`Line ${line.id} has no buyer.`);
    return [{ line, guest: situation.guest, answer: checkAvailability(askOfLine(line), situation, policyOf(tx)) }];
  });
}

const holdsOf = (lines: readonly PaidLine[]) => lines.flatMap(({ guest: { hold } }) => (hold ? [hold] : []));

/** Locks the stock of the events in these users' carts, and the carts, until the transaction ends. Returns the ids of the events. */
export async function lockStockOfCarts(tx: Context, userIds: readonly number[]): Promise<number[]> {
  const eventIds = await lockEventsOfCarts(tx.db, userIds);
  await lockHoldsOfCarts(tx.db, userIds, eventIds);
  return eventIds;
}

/** Locks these users' holds, and their events against changes by staff, until the transaction ends. Returns the ids of the holds. */
export async function lockCarts(tx: Context, userIds: readonly number[]): Promise<number[]> {
  const eventIds = await shareEventsOfCarts(tx.db, userIds);
  return lockHoldsOfCarts(tx.db, userIds, eventIds);
}

/** Locks the holds of these orders after their events, which are locked against changes by staff. */
export async function lockOrderedHolds(tx: Context, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await shareEventsOfOrders(tx.db, orderIds);
  await lockHoldsOfOrders(tx.db, orderIds);
}

/** Detaches an order that will not be paid: its lines remain in the cart until they expire, no longer than HOLD_LIMIT_MS. */
export async function detachOrder(tx: Context, orderId: number): Promise<void> {
  await lockHoldsOfOrders(tx.db, [orderId]);
  const now = tx.clock.now();
  const held = await findHoldsOfOrder(tx.db, orderId);
  await detachHolds(
    tx.db,
    held.map((hold) => ({ id: hold.id, heldUntil: heldWithoutOrder(hold, now) })),
  );
}

/** Releases the overdue holds of these events, whose stock is locked, in the caller's transaction. */
export const expireStock = (tx: Context, eventIds: readonly number[]): Promise<number> =>
  expireOverdueHolds(tx.db, eventIds, tx.clock.now());

type Places = { eventId: number; ticketTypeId: number; quantity: number };

/** Sells free places that were not held. The stock is locked; the checks of both tables refuse too many. */
export const sellFreely = (tx: Context, places: Places): Promise<void> => changeStock(tx.db, [soldPlacesOf(places)]);

/** Returns sold places to the stock, in the caller's transaction. */
export async function giveBack(tx: Context, places: readonly Pick<StockChange, 'eventId' | 'ticketTypeId'>[]): Promise<void> {
  await changeStock(
    tx.db,
    places.map(({ eventId, ticketTypeId }) => ({ eventId, ticketTypeId, places: -1 })),
  );
}

/** Locks the stock of these events and releases their overdue holds, in the caller's transaction. Returns how many there were. */
export async function expireHoldsOf(tx: Context, eventIds: readonly number[]): Promise<number> {
  await lockEvents(tx.db, eventIds);
  return expireStock(tx, eventIds);
}

const soldPlacesOf = ({ eventId, ticketTypeId, quantity }: Places): StockChange => ({ eventId, ticketTypeId, places: quantity });
