import { perServer, withTransaction, type Context } from '#server/platform/context.ts';
import { QUEUE_CONNECTIONS } from '#server/platform/db/client.ts';
import { createQueue, type Queue } from '#server/platform/queue.ts';
import type { holds } from '#server/sales/tables/holds.table.ts';
import { type Available, checkAvailability, coversLine, type Unavailable, heldWithoutOrder } from './availability.ts';
import type { Guest } from './availability.queries.ts';
import { lookUp, policyOf } from './availability.service.ts';
import {
  changeStock,
  deleteHolds,
  detachHolds,
  expireOverdueHolds,
  findHoldsOfOrder,
  findOrderedLines,
  freeingOf,
  shareEventsOfCarts,
  shareEventsOfOrders,
  lockEvents,
  lockEventsOfCarts,
  lockEventsOfOrders,
  lockHoldsOfBuyers,
  lockHoldsOfCarts,
  lockHoldsOfOrders,
  type OrderedLine,
  type StockChange,
} from './stock.queries.ts';

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
 * `taken` does not change, so no event is locked. Refuses events that are over or cancelled (I12), and banned guests. Returns the lines of
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
  !('reason' in answer) && coversLine(guest, askOf(line)) && guest.hold?.quantity === line.quantity && guest.hold.resaleQuantity === 0;

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
  if (found.some(({ answer }) => 'reason' in answer) && (await expireStock(tx, eventsOf(lines))) > 0)
    found = await findPaidLines(tx, lines);
  if (found.length === 0 || found.some(({ answer }) => 'reason' in answer)) return undefined;
  const resold = found.filter(({ line, guest }) => coversLine(guest, askOf(line)) && (guest.hold?.resaleQuantity ?? 0) > 0);
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

const askOf = ({ quantity, ticketTypeId, orderId }: OrderedLine) =>
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
    return [{ line, guest: situation.guest, answer: checkAvailability(askOf(line), situation, policyOf(tx)) }];
  });
}

const holdsOf = (lines: readonly PaidLine[]) => lines.flatMap(({ guest: { hold } }) => (hold ? [hold] : []));
const eventsOf = (lines: readonly OrderedLine[]): number[] => lines.map(({ eventId }) => eventId);

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
