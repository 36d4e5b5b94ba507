import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { holds } from '#server/sales/tables/holds.table.ts';

/**
 * The lock of the stock: a transaction that changes `taken` locks the events first, ascending. The lock allows foreign keys, so tickets and
 * line-ups of the event can be written meanwhile, and held places can be ordered and paid.
 */
export async function lockEvents(db: Db, eventIds: readonly number[]): Promise<void> {
  if (eventIds.length > 0) await selectEvents(db, inArray(events.id, [...eventIds])).for('no key update');
}

const selectEvents = (db: Db, condition: SQL) => db.select({ id: events.id }).from(events).where(condition).orderBy(asc(events.id));

/** Locks an event against carts, orders and payments, for changes by staff. */
export async function lockEventForStaff(db: Db, eventId: number): Promise<void> {
  await selectEvents(db, eq(events.id, eventId)).for('update');
}

/** `lockEvents` for all events of these orders. */
export async function lockEventsOfOrders(db: Db, orderIds: readonly number[]): Promise<void> {
  await selectEvents(db, isOrdered(db, orderIds)).for('no key update');
}

/** `lockEvents` for all events of these users' holds. Returns their ids. */
export async function lockEventsOfCarts(db: Db, userIds: readonly number[]): Promise<number[]> {
  const rows = await selectEvents(db, isInCart(db, userIds)).for('no key update');
  return rows.map(({ id }) => id);
}

/**
 * Locks the events of these orders against changes by staff until the transaction ends. Changes of `taken` alone neither wait nor are
 * waited for.
 */
export async function keepEventsOfOrders(db: Db, orderIds: readonly number[]): Promise<void> {
  await selectEvents(db, isOrdered(db, orderIds)).for('key share');
}

/** `keepEventsOfOrders` for the events of these users' holds. Returns their ids. */
export async function keepEventsOfCarts(db: Db, userIds: readonly number[]): Promise<number[]> {
  const rows = await selectEvents(db, isInCart(db, userIds)).for('key share');
  return rows.map(({ id }) => id);
}

function isOrdered(db: Db, orderIds: readonly number[]): SQL {
  const ordered = db
    .select({ eventId: orderLines.eventId })
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...orderIds]));
  return inArray(events.id, ordered);
}

function isInCart(db: Db, userIds: readonly number[]): SQL {
  const inCart = db
    .select({ eventId: holds.eventId })
    .from(holds)
    .where(inArray(holds.userId, [...userIds]));
  return inArray(events.id, inCart);
}

/** Locks these users' holds of the events, which are locked. Returns the ids of the holds. */
export async function lockHoldsOfCarts(db: Db, userIds: readonly number[], eventIds: readonly number[]): Promise<number[]> {
  const rows = await lockHolds(db, and(inArray(holds.userId, [...userIds]), inArray(holds.eventId, [...eventIds])));
  return rows.map(({ id }) => id);
}

/** Locks the holds that are being paid with these orders, after their events. */
export async function lockHoldsOfOrders(db: Db, orderIds: readonly number[]): Promise<void> {
  await lockHolds(db, inArray(holds.orderId, [...orderIds]));
}

/** Locks all holds of these orders' buyers for the ordered events, whichever order they are for. The events are locked. */
export async function lockHoldsOfBuyers(db: Db, orderIds: readonly number[]): Promise<void> {
  const places = db
    .select({ userId: orders.userId, eventId: orderLines.eventId })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(inArray(orderLines.orderId, [...orderIds]));
  await lockHolds(db, sql`(${holds.userId}, ${holds.eventId}) in ${places}`);
}

const lockHolds = (db: Db, condition: SQL | undefined) =>
  db.select({ id: holds.id }).from(holds).where(condition).orderBy(asc(holds.id)).for('update');

/** The holds that are being paid with an order. */
export async function findHoldIdsOfOrder(db: Db, orderId: number): Promise<number[]> {
  const rows = await db.select({ id: holds.id }).from(holds).where(eq(holds.orderId, orderId));
  return rows.map(({ id }) => id);
}
