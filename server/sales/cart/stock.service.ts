import { withTransaction, type Context } from '#server/platform/context.ts';
import { CROWD_CONNECTIONS, type Database } from '#server/platform/db/client.ts';
import { createQueue, type Queue } from '#server/platform/queue.ts';
import {
  attachHolds,
  changeStock,
  deleteHoldsOfUser,
  detachHolds,
  expireOverdueHolds,
  findLineStock,
  lockEvents,
  lockEventsOfCarts,
  lockEventsOfOrders,
  releaseOf,
  type LineStock,
  type OrderedHold,
  type StockChange,
} from './stock.queries.ts';

export type { OrderedHold };

/** The queues share the pool of their database, so each database has its own. */
function perDatabase(open: () => Queue): (ctx: Context) => Queue {
  const queues = new WeakMap<Database, Queue>();
  return ({ database }) => {
    const queue = queues.get(database) ?? open();
    queues.set(database, queue);
    return queue;
  };
}

const openLine = (waiting: number) => createQueue({ atOnce: CROWD_CONNECTIONS, waiting, retryAfterSeconds: 5 });
const shoppersOf = perDatabase(() => openLine(2_000));
/** Money that came is never sent away, however many stand in line. */
const payersOf = perDatabase(() => openLine(Number.POSITIVE_INFINITY));

/**
 * A transaction that locks stock. Few run at once and the others stand in line outside of the database: those of one night could only
 * wait for each other's lock there, each with a connection. @throws too_many_requests
 */
export const withStock = <T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> =>
  shoppersOf(ctx).run(() => withTransaction(ctx, work));

/** The same for the effects of a payment: a line of its own that refuses nobody. */
export const withPaidStock = <T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> =>
  payersOf(ctx).run(() => withTransaction(ctx, work));

/** A line of an order whose places were sold. */
export type SoldLine = { id: number; userId: number; eventId: number; basketId: number; quantity: number; priceTetri: number };

/**
 * Makes the places of paid orders sold, of each all lines or none, in the caller's transaction: the ones its owner holds, else free ones
 * within quota, capacity and the person's limit, of nights that are not over (I12). Orders that need nothing but what is held for them
 * are nothing to each other and go together; the others after them, one by one, with what was sold to their buyers before counted
 * towards the limit, as its tickets are not written yet. Answers the lines of those that found their places.
 */
export async function sellPlaces(tx: Context, orderIds: readonly number[]): Promise<Map<number, SoldLine[]>> {
  await lockEventsOfOrders(tx.db, orderIds);
  const held = await findHeldLines(tx, orderIds);
  await sellLines(tx, [...held.values()].flat());
  const sold = new Map([...held].map(([orderId, lines]) => [orderId, lines.map(toSoldLine)]));
  for (const orderId of orderIds.filter((id) => !held.has(id))) {
    const lines = await findFittingLines(tx, orderId, [...sold.values()].flat());
    if (lines) await sellLines(tx, lines);
    if (lines) sold.set(orderId, lines.map(toSoldLine));
  }
  return sold;
}

/** The lines of those orders whose places are all held for them. */
async function findHeldLines(tx: Context, orderIds: readonly number[]): Promise<Map<number, LineStock[]>> {
  const lines = Map.groupBy(await findLineStock(tx.db, orderIds), ({ orderId }) => orderId);
  return new Map([...lines].filter(([orderId, own]) => own.every((line) => stillSells(tx, line) && isHeldFor(orderId, line))));
}

async function findFittingLines(tx: Context, orderId: number, sold: readonly SoldLine[]): Promise<LineStock[] | undefined> {
  const find = async () => (await findLineStock(tx.db, [orderId])).map((line) => withSold(line, sold));
  const found = await find();
  if (allFit(tx, orderId, found)) return found;
  if (!tx.guards.lazyExpiry) return undefined;
  await expireOverdueHolds(
    tx.db,
    found.map(({ eventId }) => eventId),
    tx.clock.now(),
  );
  const again = await find();
  return allFit(tx, orderId, again) ? again : undefined;
}

/** Whatever a buyer holds of the event becomes these places, also when a newer order was to be paid with it. */
async function sellLines(tx: Context, lines: readonly LineStock[]): Promise<void> {
  const used = lines.flatMap(({ hold }) => (hold ? [hold] : []));
  const holdIds = used.map(({ id }) => id);
  await changeStock(tx.db, [...used.map(releaseOf), ...lines.map(saleOf)], holdIds);
}

function withSold(line: LineStock, sold: readonly SoldLine[]): LineStock {
  const own = sold.filter(({ userId, eventId }) => userId === line.userId && eventId === line.eventId);
  return { ...line, ownedPlaces: line.ownedPlaces + own.reduce((sum, { quantity }) => sum + quantity, 0) };
}

const toSoldLine = ({ lineId, userId, eventId, basketId, quantity, priceTetri }: LineStock): SoldLine => {
  return { id: lineId, userId, eventId, basketId, quantity, priceTetri };
};

/** Keeps everybody else from the stock of the events in these people's carts until the transaction ends. Answers which events these are. */
export const lockStockOfCarts = (tx: Context, userIds: readonly number[]): Promise<number[]> => lockEventsOfCarts(tx.db, userIds);

/** Gives everything back that a person holds of these events, whose stock is locked: nobody will come for it. */
export const emptyCart = (tx: Context, userId: number, eventIds: readonly number[]): Promise<void> =>
  deleteHoldsOfUser(tx.db, userId, eventIds);

/** Holds lines of carts on, each for the order it is being paid with. The stock is locked. */
export const holdForOrders = (tx: Context, lines: readonly OrderedHold[]): Promise<void> => attachHolds(tx.db, lines);

/** The order will not be paid with them: its lines stay in the cart until their time is over, no longer than HOLD_LIMIT_MS. */
export async function releaseOrder(tx: Context, orderId: number): Promise<void> {
  await lockEventsOfOrders(tx.db, [orderId]);
  await detachHolds(tx.db, orderId, { now: tx.clock.now(), checksHoldLimit: tx.guards.holdLimit });
}

/** Keeps everybody else from the stock of these events until the transaction ends. */
export const lockStock = (tx: Context, eventIds: readonly number[]): Promise<void> => lockEvents(tx.db, eventIds);

/** Gives the overdue places of these events back, whose stock is locked, in the caller's transaction. */
export const expireStock = (tx: Context, eventIds: readonly number[]): Promise<number> =>
  expireOverdueHolds(tx.db, eventIds, tx.clock.now());

type Places = { eventId: number; basketId: number; quantity: number };

/** Free places become sold ones without having been held; the stock is locked, and the checks of both tables judge. */
export const sellFreely = (tx: Context, { eventId, basketId, quantity }: Places): Promise<void> =>
  changeStock(tx.db, [{ eventId, basketId, held: 0, sold: quantity }]);

/** Sold places that go back to the quota, in the caller's transaction. */
export async function returnPlaces(tx: Context, places: readonly Pick<StockChange, 'eventId' | 'basketId'>[]): Promise<void> {
  await changeStock(
    tx.db,
    places.map(({ eventId, basketId }) => ({ eventId, basketId, held: 0, sold: -1 })),
  );
}

/** Keeps everybody else from the stock of the events of these orders until the transaction ends. */
export const lockStockOfOrders = (tx: Context, orderIds: readonly number[]): Promise<number[]> => lockEventsOfOrders(tx.db, orderIds);

/** Gives the overdue places of these events back. Answers how many lines of carts went. */
export function expireHoldsOf(ctx: Context, eventIds: readonly number[]): Promise<number> {
  return withTransaction(ctx, async (tx) => {
    await lockEvents(tx.db, eventIds);
    return expireOverdueHolds(tx.db, eventIds, tx.clock.now());
  });
}

const saleOf = ({ eventId, basketId, quantity }: LineStock): StockChange => ({ eventId, basketId, held: 0, sold: quantity });

const allFit = (tx: Context, orderId: number, lines: readonly LineStock[]): boolean =>
  lines.length > 0 && lines.every((line) => stillSells(tx, line) && (isHeldFor(orderId, line) || isFree(tx, line)));

/** Money that comes for an account that was deleted meanwhile goes back. */
const stillSells = ({ clock, guards }: Context, { eventState, endsAt, buyerDeletedAt }: LineStock): boolean =>
  eventState === 'published' && endsAt > clock.now() && (buyerDeletedAt === null || !guards.liveBuyer);

/** A hold is a promise: it counts even when quota or limit were tightened after it was given. */
function isHeldFor(orderId: number, { hold, basketId, quantity }: LineStock): boolean {
  return hold !== null && hold.orderId === orderId && hold.basketId === basketId && hold.quantity >= quantity;
}

function isFree({ guards }: Context, line: LineStock): boolean {
  if (line.ownedPlaces + line.quantity > line.placesPerPerson) return false;
  if (!guards.stock) return true;
  const heldHere = line.hold?.quantity ?? 0;
  const heldInBasket = line.hold?.basketId === line.basketId ? heldHere : 0;
  return line.basketRoom + heldInBasket >= line.quantity && line.eventRoom + heldHere >= line.quantity;
}
