import { isBanned } from '#shared/accounts/account-rules.ts';
import { perServer, withTransaction, type Context } from '#server/platform/context.ts';
import { QUEUE_CONNECTIONS } from '#server/platform/db/client.ts';
import { createQueue, type Queue } from '#server/platform/queue.ts';
import {
  keepEventsOfCarts,
  keepEventsOfOrders,
  lockEvents,
  lockEventsOfCarts,
  lockEventsOfOrders,
  lockHoldsOfBuyers,
  lockHoldsOfCarts,
  lockHoldsOfOrders,
} from './locks.queries.ts';
import { exceedsPersonLimit } from './person-limit.ts';
import {
  attachHolds,
  changeStock,
  deleteHolds,
  detachHolds,
  expireOverdueHolds,
  findLineStock,
  freeingOf,
  type LineStock,
  type OrderedHold,
  type StockChange,
} from './stock.queries.ts';

export type { OrderedHold };

/** The maximum of orders or payments in one transaction, so that it holds the locks of their guests only briefly. */
export const STOCK_BATCH_MAX = 25;

const openQueue = (waiting: number): Queue => createQueue({ atOnce: QUEUE_CONNECTIONS, waiting, retryAfterSeconds: 5 });
const shoppersOf = perServer(() => openQueue(2_000));
/** Payments are never refused, however many wait. */
const payersOf = perServer(() => openQueue(Number.POSITIVE_INFINITY));

/**
 * Runs a transaction that locks the stock of an event. Few run at once and the others wait outside of the database: inside, those of one
 * event would wait for each other's lock, each with a connection. @throws too_many_requests
 */
export const withStock = <T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> =>
  shoppersOf(ctx).run(() => withTransaction(ctx, work));

/** `withStock` for late money, refunds and staff's decisions about a payment: they have a queue of their own that refuses nobody. */
export const withPaidStock = <T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> =>
  payersOf(ctx).run(() => withTransaction(ctx, work));

/** An order line whose places were sold. */
export type SoldLine = { id: number; userId: number; eventId: number; releaseId: number; quantity: number; priceTetri: number };

/**
 * Makes held places of paid orders sold, all or none of each order, in the caller's transaction, which has locked them
 * (`lockOrderedHolds`): `taken` does not change, so nobody waits for the events. Sells no place of an event that is over or cancelled
 * (I12), and none to a banned guest. Returns the lines of the orders it sold; the others no longer have holds for all of their places, or
 * hold returned ones, whose tickets must end (`sellPlaces`).
 */
export async function sellHeldPlaces(tx: Context, orderIds: readonly number[]): Promise<Map<number, SoldLine[]>> {
  const lines = Map.groupBy(await findLineStock(tx.db, orderIds, tx.env.placesSharedByPerson), ({ orderId }) => orderId);
  const isHeld = (line: LineStock) =>
    isHeldFor(line) && line.hold?.quantity === line.quantity && line.hold.returned === 0 && stillSells(tx, line);
  const held = [...lines].filter(([, own]) => own.every(isHeld));
  await deleteHolds(
    tx.db,
    held.flatMap(([, own]) => own),
  );
  return new Map(held.map(([orderId, own]) => [orderId, own.map(toSoldLine)]));
}

/**
 * Makes the places of one paid order sold, all or none, in the caller's transaction: from its owner's holds of the events, whichever order
 * they were for, else from free places within quota, capacity and the person's limit, of events that are not over (I12). `endReturned` ends
 * the tickets whose places these holds take. Returns its lines, or undefined when there is no place, or the owner may no longer have one.
 */
export async function sellPlaces(
  tx: Context,
  orderId: number,
  endReturned: (holdIds: readonly number[]) => Promise<void>,
): Promise<SoldLine[] | undefined> {
  await lockEventsOfOrders(tx.db, [orderId]);
  // Another order of the same user that is being paid goes first: its tickets count towards the limit.
  await lockHoldsOfBuyers(tx.db, [orderId]);
  const lines = await findFittingLines(tx, orderId);
  if (!lines) return undefined;
  const used = lines.flatMap(({ hold }) => (hold ? [hold] : []));
  await endReturned(lines.flatMap((line) => (isHeldFor(line) && line.hold && line.hold.returned > 0 ? [line.hold.id] : [])));
  await deleteHolds(tx.db, lines);
  await changeStock(tx.db, [...used.map(freeingOf), ...lines.map(saleOf)]);
  return lines.map(toSoldLine);
}

async function findFittingLines(tx: Context, orderId: number): Promise<LineStock[] | undefined> {
  const found = await findLineStock(tx.db, [orderId], tx.env.placesSharedByPerson);
  if (allFit(tx, found)) return found;
  await expireOverdueHolds(
    tx.db,
    found.map(({ eventId }) => eventId),
    tx.clock.now(),
  );
  const again = await findLineStock(tx.db, [orderId], tx.env.placesSharedByPerson);
  return allFit(tx, again) ? again : undefined;
}

const toSoldLine = ({ lineId, userId, eventId, releaseId, quantity, priceTetri }: LineStock): SoldLine => {
  return { id: lineId, userId, eventId, releaseId, quantity, priceTetri };
};

/** Locks the stock of the events in these users' carts, and the carts, until the transaction ends. Returns the ids of the events. */
export async function lockStockOfCarts(tx: Context, userIds: readonly number[]): Promise<number[]> {
  const eventIds = await lockEventsOfCarts(tx.db, userIds);
  await lockHoldsOfCarts(tx.db, userIds, eventIds);
  return eventIds;
}

/** Locks these users' holds, and their events against changes by staff, until the transaction ends. Returns the ids of the holds. */
export async function lockCarts(tx: Context, userIds: readonly number[]): Promise<number[]> {
  const eventIds = await keepEventsOfCarts(tx.db, userIds);
  return lockHoldsOfCarts(tx.db, userIds, eventIds);
}

/** Extends holds, each for the order it is being paid with. The carts are locked. */
export const holdForOrders = (tx: Context, lines: readonly OrderedHold[]): Promise<void> => attachHolds(tx.db, lines);

/** Locks the holds of these orders after their events, which are locked against changes by staff. */
export async function lockOrderedHolds(tx: Context, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await keepEventsOfOrders(tx.db, orderIds);
  await lockHoldsOfOrders(tx.db, orderIds);
}

/** Detaches an order that will not be paid: its lines stay in the cart until they expire, no longer than HOLD_LIMIT_MS. */
export async function detachOrder(tx: Context, orderId: number): Promise<void> {
  await lockHoldsOfOrders(tx.db, [orderId]);
  await detachHolds(tx.db, orderId, tx.clock.now());
}

/** Releases the overdue holds of these events, whose stock is locked, in the caller's transaction. */
export const expireStock = (tx: Context, eventIds: readonly number[]): Promise<number> =>
  expireOverdueHolds(tx.db, eventIds, tx.clock.now());

type Places = { eventId: number; releaseId: number; quantity: number };

/** Sells free places that were not held; the stock is locked, and the checks of both tables refuse too many. */
export const sellFreely = (tx: Context, places: Places): Promise<void> => changeStock(tx.db, [saleOf(places)]);

/** Returns sold places to the stock, in the caller's transaction. */
export async function returnPlaces(tx: Context, places: readonly Pick<StockChange, 'eventId' | 'releaseId'>[]): Promise<void> {
  await changeStock(
    tx.db,
    places.map(({ eventId, releaseId }) => ({ eventId, releaseId, places: -1 })),
  );
}

/** Locks the stock of these events and releases their overdue holds, in the caller's transaction. Returns how many there were. */
export async function expireHoldsOf(tx: Context, eventIds: readonly number[]): Promise<number> {
  await lockEvents(tx.db, eventIds);
  return expireStock(tx, eventIds);
}

const saleOf = ({ eventId, releaseId, quantity }: Places): StockChange => ({ eventId, releaseId, places: quantity });

const allFit = (tx: Context, lines: readonly LineStock[]): boolean =>
  lines.length > 0 && lines.every((line) => stillSells(tx, line) && (isHeldFor(line) || isFree(line)));

/** Money for an account that was deleted or banned meanwhile is refunded: the door would refuse the tickets. */
const stillSells = ({ clock }: Context, { eventState, endsAt, buyerDeletedAt, ...buyer }: LineStock): boolean =>
  eventState === 'published' && endsAt > clock.now() && buyerDeletedAt === null && !isBanned(buyer, clock.now());

/** A hold is binding: it counts even when quota or limit were reduced after it was given. */
function isHeldFor({ orderId, hold, releaseId, quantity, sellableReturns }: LineStock): boolean {
  if (hold === null || hold.orderId !== orderId || hold.releaseId !== releaseId) return false;
  return hold.quantity >= quantity && hold.returned === sellableReturns;
}

function isFree(line: LineStock): boolean {
  if (exceedsPersonLimit(line)) return false;
  const heldHere = line.hold ? line.hold.quantity - line.hold.returned : 0;
  const heldInRelease = line.hold?.releaseId === line.releaseId ? heldHere : 0;
  const heldWithCode = line.hold?.codeId === line.codeId ? heldHere : 0;
  if (line.codeRoom !== null && line.codeRoom + heldWithCode < line.quantity) return false;
  return line.releaseRoom + heldInRelease >= line.quantity && line.eventRoom + heldHere >= line.quantity;
}
