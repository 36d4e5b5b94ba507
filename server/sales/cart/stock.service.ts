import { perServer, withTransaction, type Context } from '#server/platform/context.ts';
import { QUEUE_CONNECTIONS } from '#server/platform/db/client.ts';
import { createQueue, type Queue } from '#server/platform/queue.ts';
import {
  attachHolds,
  changeStock,
  deleteHolds,
  deleteHoldsOfUser,
  detachHolds,
  expireOverdueHolds,
  findLineStock,
  keepEventsOfCarts,
  keepEventsOfOrders,
  lockEvents,
  lockEventsOfCarts,
  lockEventsOfOrders,
  lockHoldsOfBuyers,
  lockHoldsOfCarts,
  lockHoldsOfOrders,
  releaseOf,
  type LineStock,
  type OrderedHold,
  type StockChange,
} from './stock.queries.ts';
import { exceedsLimit } from './hold-rules.ts';

export type { OrderedHold };

/** So many orders or payments are written in one transaction: it keeps the locks of their guests for a moment only. */
export const STOCK_BATCH_MAX = 25;

const openQueue = (waiting: number): Queue => createQueue({ atOnce: QUEUE_CONNECTIONS, waiting, retryAfterSeconds: 5 });
const shoppersOf = perServer(() => openQueue(2_000));
/** Money that came is never sent away, however many wait. */
const payersOf = perServer(() => openQueue(Number.POSITIVE_INFINITY));

/**
 * A transaction that locks the stock of an event. Few run at once and the others wait outside of the database: those of one event could
 * only wait for each other's lock there, each with a connection. @throws too_many_requests
 */
export const withStock = <T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> =>
  shoppersOf(ctx).run(() => withTransaction(ctx, work));

/** The same for late money, refunds and what staff decide about a payment: a queue of its own that refuses nobody. */
export const withPaidStock = <T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> =>
  payersOf(ctx).run(() => withTransaction(ctx, work));

/** A line of an order whose places were sold. */
export type SoldLine = { id: number; userId: number; eventId: number; basketId: number; quantity: number; priceTetri: number };

/**
 * Makes held places of paid orders sold, of each order all or none, in the caller's transaction, which has locked them
 * (`lockOrderedHolds`): nobody's places change hands, so nobody waits for the events. Sells no place of an event that is over or
 * cancelled (I12). Returns the lines of the orders it sold; the places of the others are not all held for them any more.
 */
export async function sellHeldPlaces(tx: Context, orderIds: readonly number[]): Promise<Map<number, SoldLine[]>> {
  const lines = Map.groupBy(await findLineStock(tx.db, orderIds), ({ orderId }) => orderId);
  const isHeld = (line: LineStock) => isHeldFor(line) && line.hold?.quantity === line.quantity && stillSells(tx, line);
  const held = [...lines].filter(([, own]) => own.every(isHeld));
  await deleteHolds(
    tx.db,
    held.flatMap(([, own]) => own),
  );
  return new Map(held.map(([orderId, own]) => [orderId, own.map(toSoldLine)]));
}

/**
 * Makes the places of one paid order sold, all or none, in the caller's transaction: what its owner holds of the events, whichever order
 * it was for, else free places within quota, capacity and the person's limit, of events that are not over (I12). Returns its lines, or
 * undefined when there is no place.
 */
export async function sellPlaces(tx: Context, orderId: number): Promise<SoldLine[] | undefined> {
  await lockEventsOfOrders(tx.db, [orderId]);
  // Another order of the same user that is paid at this moment comes first: its tickets count towards the limit.
  await lockHoldsOfBuyers(tx.db, [orderId]);
  const lines = await findFittingLines(tx, orderId);
  if (!lines) return undefined;
  const used = lines.flatMap(({ hold }) => (hold ? [hold] : []));
  await deleteHolds(tx.db, lines);
  await changeStock(tx.db, [...used.map(releaseOf), ...lines.map(saleOf)]);
  return lines.map(toSoldLine);
}

async function findFittingLines(tx: Context, orderId: number): Promise<LineStock[] | undefined> {
  const found = await findLineStock(tx.db, [orderId]);
  if (allFit(tx, found)) return found;
  await expireOverdueHolds(
    tx.db,
    found.map(({ eventId }) => eventId),
    tx.clock.now(),
  );
  const again = await findLineStock(tx.db, [orderId]);
  return allFit(tx, again) ? again : undefined;
}

const toSoldLine = ({ lineId, userId, eventId, basketId, quantity, priceTetri }: LineStock): SoldLine => {
  return { id: lineId, userId, eventId, basketId, quantity, priceTetri };
};

/** Keeps everybody else from the stock of the events in these people's carts, and from the carts, until the transaction ends. Returns the ids of the events. */
export async function lockStockOfCarts(tx: Context, userIds: readonly number[]): Promise<number[]> {
  const eventIds = await lockEventsOfCarts(tx.db, userIds);
  await lockHoldsOfCarts(tx.db, userIds, eventIds);
  return eventIds;
}

/** Keeps these people's holds as they are until the transaction ends, and staff from their events. Returns the ids of the holds. */
export async function lockCarts(tx: Context, userIds: readonly number[]): Promise<number[]> {
  const eventIds = await keepEventsOfCarts(tx.db, userIds);
  return lockHoldsOfCarts(tx.db, userIds, eventIds);
}

/** Gives everything back that a person holds of these events, whose stock is locked: nobody will come for it. */
export const emptyCart = (tx: Context, userId: number, eventIds: readonly number[]): Promise<void> =>
  deleteHoldsOfUser(tx.db, userId, eventIds);

/** Keeps holds on, each for the order it is being paid with. The carts are locked. */
export const holdForOrders = (tx: Context, lines: readonly OrderedHold[]): Promise<void> => attachHolds(tx.db, lines);

/** Locks the holds of these orders, all of them at once and after their events, which staff leave alone meanwhile. */
export async function lockOrderedHolds(tx: Context, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await keepEventsOfOrders(tx.db, orderIds);
  await lockHoldsOfOrders(tx.db, orderIds);
}

/** The order will not be paid with them: its lines stay in the cart until their time is over, no longer than HOLD_LIMIT_MS. */
export async function releaseOrder(tx: Context, orderId: number): Promise<void> {
  await lockHoldsOfOrders(tx.db, [orderId]);
  await detachHolds(tx.db, orderId, tx.clock.now());
}

/** Keeps everybody else from the stock of these events until the transaction ends. */
export const lockStock = (tx: Context, eventIds: readonly number[]): Promise<void> => lockEvents(tx.db, eventIds);

/** Gives the overdue places of these events back, whose stock is locked, in the caller's transaction. */
export const expireStock = (tx: Context, eventIds: readonly number[]): Promise<number> =>
  expireOverdueHolds(tx.db, eventIds, tx.clock.now());

type Places = { eventId: number; basketId: number; quantity: number };

/** Free places become sold ones without having been held; the stock is locked, and the checks of both tables judge. */
export const sellFreely = (tx: Context, places: Places): Promise<void> => changeStock(tx.db, [saleOf(places)]);

/** Sold places that go back to the quota, in the caller's transaction. */
export async function returnPlaces(tx: Context, places: readonly Pick<StockChange, 'eventId' | 'basketId'>[]): Promise<void> {
  await changeStock(
    tx.db,
    places.map(({ eventId, basketId }) => ({ eventId, basketId, places: -1 })),
  );
}

/** Keeps everybody else from the stock of the events of these orders until the transaction ends. */
export const lockStockOfOrders = (tx: Context, orderIds: readonly number[]): Promise<void> => lockEventsOfOrders(tx.db, orderIds);

/** Gives the overdue places of these events back. Returns how many lines of carts went. */
export function expireHoldsOf(ctx: Context, eventIds: readonly number[]): Promise<number> {
  return withTransaction(ctx, async (tx) => {
    await lockEvents(tx.db, eventIds);
    return expireOverdueHolds(tx.db, eventIds, tx.clock.now());
  });
}

const saleOf = ({ eventId, basketId, quantity }: Places): StockChange => ({ eventId, basketId, places: quantity });

const allFit = (tx: Context, lines: readonly LineStock[]): boolean =>
  lines.length > 0 && lines.every((line) => stillSells(tx, line) && (isHeldFor(line) || isFree(line)));

/** Money that comes for an account that was deleted meanwhile goes back. */
const stillSells = ({ clock }: Context, { eventState, endsAt, buyerDeletedAt }: LineStock): boolean =>
  eventState === 'published' && endsAt > clock.now() && buyerDeletedAt === null;

/** A hold is a promise: it counts even when quota or limit were tightened after it was given. */
function isHeldFor({ orderId, hold, basketId, quantity }: LineStock): boolean {
  return hold !== null && hold.orderId === orderId && hold.basketId === basketId && hold.quantity >= quantity;
}

function isFree(line: LineStock): boolean {
  if (exceedsLimit(line)) return false;
  const heldHere = line.hold?.quantity ?? 0;
  const heldInBasket = line.hold?.basketId === line.basketId ? heldHere : 0;
  return line.basketRoom + heldInBasket >= line.quantity && line.eventRoom + heldHere >= line.quantity;
}
