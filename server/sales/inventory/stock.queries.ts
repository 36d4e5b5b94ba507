import { and, asc, eq, getTableColumns, gte, inArray, isNull, lte, notExists, sql, type SQL } from 'drizzle-orm';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { column } from '#server/platform/db/sql-parts.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { expiredHolds, holds, holdHistory } from '#server/sales/tables/holds.table.ts';
import { promoCodes } from '#server/sales/tables/promo-codes.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

/**
 * The stock lock: a transaction that changes `sold_or_reserved` locks the events first, ascending. It allows foreign keys, so concurrent transactions
 * can write tickets and line-ups of the event, and order and pay held places.
 */
export async function lockEvents(db: Db, eventIds: readonly number[]): Promise<void> {
  if (eventIds.length > 0) await selectEvents(db, inArray(events.id, [...eventIds])).for('no key update');
}

const selectEvents = (db: Db, condition: SQL) => db.select({ id: events.id }).from(events).where(condition).orderBy(asc(events.id));

/** Locks an event against carts, orders and payments, for changes by staff. */
export async function lockEventForStaff(db: Db, eventId: number): Promise<void> {
  await selectEvents(db, eq(events.id, eventId)).for('update');
}

/** Calls `lockEvents` for all events of these orders. */
export async function lockEventsOfOrders(db: Db, orderIds: readonly number[]): Promise<void> {
  await selectEvents(db, isOrdered(db, orderIds)).for('no key update');
}

/** Calls `lockEvents` for all events of these users' holds. Returns their ids. */
export async function lockEventsOfCarts(db: Db, userIds: readonly number[]): Promise<number[]> {
  const rows = await selectEvents(db, isInCart(db, userIds)).for('no key update');
  return rows.map(({ id }) => id);
}

/**
 * Locks the events of these orders against changes by staff until the transaction ends. Changes of `sold_or_reserved` alone neither wait for it nor
 * block it.
 */
export async function shareEventsOfOrders(db: Db, orderIds: readonly number[]): Promise<void> {
  await selectEvents(db, isOrdered(db, orderIds)).for('key share');
}

/** Calls `shareEventsOfOrders` for the events of these users' holds. Returns their ids. */
export async function shareEventsOfCarts(db: Db, userIds: readonly number[]): Promise<number[]> {
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

/** Locks these users' holds of the locked events. Returns the ids of the holds. */
export async function lockHoldsOfCarts(db: Db, userIds: readonly number[], eventIds: readonly number[]): Promise<number[]> {
  const rows = await lockHolds(db, and(inArray(holds.userId, [...userIds]), inArray(holds.eventId, [...eventIds])));
  return rows.map(({ id }) => id);
}

/** Locks the holds that are being paid with these orders, after their events. */
export async function lockHoldsOfOrders(db: Db, orderIds: readonly number[]): Promise<void> {
  await lockHolds(db, inArray(holds.orderId, [...orderIds]));
}

/** Locks all holds of these orders' buyers for the ordered events, including those for other orders. The events are locked. */
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

/** Returns the ids of the holds that are being paid with an order. */
export async function findHoldIdsOfOrder(db: Db, orderId: number): Promise<number[]> {
  const rows = await db.select({ id: holds.id }).from(holds).where(eq(holds.orderId, orderId));
  return rows.map(({ id }) => id);
}

/** Places taken (positive) or released (negative). */
export type StockChange = { eventId: number; ticketTypeId: number; places: number };

/** Adds to `sold_or_reserved` of ticket types and events, which are locked; the checks of both tables refuse too many. */
export async function changeStock(db: Db, changes: readonly StockChange[]): Promise<void> {
  if (changes.length === 0) return;
  await db.execute(sql`
    with changes as (
      select * from unnest(
        ${column(changes, 'eventId')}::int[], ${column(changes, 'ticketTypeId')}::int[], ${column(changes, 'places')}::int[]
      ) as c (event_id, ticket_type_id, places)
    ), in_ticket_types as (
      update ticket_types b set sold_or_reserved = b.sold_or_reserved + c.places
      from (select ticket_type_id, sum(places) as places from changes group by ticket_type_id) c
      where b.id = c.ticket_type_id
    )
    update events e set sold_or_reserved = e.sold_or_reserved + c.places
    from (select event_id, sum(places) as places from changes group by event_id) c
    where e.id = c.event_id`);
}

/**
 * Releases overdue holds and stores them as expired lines for their owners. Waits for holds that are being ordered or paid, and leaves them
 * if they are renewed or sold. The events are locked. Returns how many holds were released.
 */
export async function expireOverdueHolds(db: Db, eventIds: readonly number[], now: Date): Promise<number> {
  if (eventIds.length === 0) return 0;
  const overdue = db
    .select({ id: holds.id })
    .from(holds)
    .where(and(inArray(holds.eventId, [...eventIds]), lte(holds.heldUntil, now)))
    .orderBy(asc(holds.id))
    .for('update');
  const gone = await db.delete(holds).where(inArray(holds.id, overdue)).returning();
  if (gone.length === 0) return 0;
  await changeStock(db, gone.map(freeingOf));
  await recordHoldHistory(db, gone, now);
  await db
    .insert(expiredHolds)
    .values(gone.map(({ userId, eventId, quantity }) => ({ userId, eventId, quantity, expiredAt: now })))
    .onConflictDoUpdate({
      target: [expiredHolds.userId, expiredHolds.eventId],
      set: { expiredAt: now, quantity: sql`excluded.quantity`, seenAt: null },
    });
  return gone.length;
}

/** Deletes a hold and returns it, if there was one. The event is locked. */
export async function deleteHold(db: Db, userId: number, eventId: number): Promise<Hold | undefined> {
  const [gone] = await db
    .delete(holds)
    .where(and(eq(holds.userId, userId), eq(holds.eventId, eventId)))
    .returning();
  return gone;
}

type EndedHold = Pick<Hold, 'userId' | 'eventId' | 'heldSince' | 'heldUntil'>;

/** Stores when users released places unpaid, at the latest when their hold ended, and since when they had held them. */
export async function recordHoldHistory(db: Db, ended: readonly EndedHold[], now: Date): Promise<void> {
  await db
    .insert(holdHistory)
    .values(
      ended.map(({ userId, eventId, heldSince, heldUntil }) => {
        return { userId, eventId, heldSince, endedAt: heldUntil < now ? heldUntil : now };
      }),
    )
    .onConflictDoUpdate({
      target: [holdHistory.userId, holdHistory.eventId],
      set: { heldSince: sql`excluded.held_since`, endedAt: sql`excluded.ended_at` },
    });
}

export async function deleteHoldHistoryBefore(db: Db, before: Date): Promise<void> {
  await db.delete(holdHistory).where(lte(holdHistory.endedAt, before));
}

type HeldPlaces = { eventId: number; ticketTypeId: number; quantity: number; resaleQuantity: number };

/** Returns the stock change when a hold ends unsold: listed places still count as their tickets. */
export const freeingOf = ({ eventId, ticketTypeId, quantity, resaleQuantity }: HeldPlaces): StockChange => {
  return { eventId, ticketTypeId, places: resaleQuantity - quantity };
};

/** Returns events with overdue holds, the longest overdue first. */
export async function findEventsWithOverdueHolds(db: Db, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .select({ eventId: holds.eventId })
    .from(holds)
    .where(lte(holds.heldUntil, now))
    .groupBy(holds.eventId)
    .orderBy(asc(sql`min(${holds.heldUntil})`))
    .limit(limit);
  return rows.map(({ eventId }) => eventId);
}

export async function deleteExpiredHoldsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(expiredHolds).where(lte(expiredHolds.expiredAt, before));
}

export type OrderedLine = Awaited<ReturnType<typeof findOrderedLines>>[number];

/** Returns the lines of these orders with their buyers. */
export const findOrderedLines = (db: Db, orderIds: readonly number[]) =>
  db
    .select({
      id: orderLines.id,
      orderId: orderLines.orderId,
      userId: orders.userId,
      eventId: orderLines.eventId,
      ticketTypeId: orderLines.ticketTypeId,
      quantity: orderLines.quantity,
      priceTetri: orderLines.priceTetri,
      promoCodeId: orderLines.promoCodeId,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(inArray(orderLines.orderId, [...orderIds]))
    .orderBy(asc(orderLines.id));

type NewHold = Omit<typeof holds.$inferInsert, 'promoterId'> & {
  /** From the promoter's link. */
  refCode?: string | undefined;
};

/**
 * Inserts holds and deletes the expired and past holds of the same guests and events, which are locked. Returns the ids in this order. The
 * caller counts the places (`changeStock`).
 */
export async function insertHolds(db: Db, rows: readonly NewHold[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const theirs = (table: typeof expiredHolds | typeof holdHistory) =>
    sql`(${table.userId}, ${table.eventId}) in (select * from unnest(${column(rows, 'userId')}::int[], ${column(rows, 'eventId')}::int[]))`;
  await db.delete(expiredHolds).where(theirs(expiredHolds));
  await db.delete(holdHistory).where(theirs(holdHistory));
  const promoter = (refCode: string | undefined) =>
    refCode === undefined ? null : sql`(select p.id from promoters p where p.ref_code = ${refCode} and p.ended_at is null)`;
  const inserted = await db
    .insert(holds)
    .values(rows.map(({ refCode, ...row }) => ({ ...row, promoterId: promoter(refCode) })))
    .returning({ id: holds.id, userId: holds.userId, eventId: holds.eventId });
  const ids = new Map(inserted.map(({ id, userId, eventId }) => [`${userId} ${eventId}`, id]));
  return rows.map(({ userId, eventId }) => ids.get(`${userId} ${eventId}`) ?? missingHold());
}

function missingHold(): never {
  throw new Error('A hold was not written.');
}

/** Deletes a user's holds of these locked events and releases the places; also deletes the expired and past holds. */
export async function deleteHoldsOfUser(db: Db, userId: number, eventIds: readonly number[]): Promise<void> {
  await db.delete(expiredHolds).where(eq(expiredHolds.userId, userId));
  await db.delete(holdHistory).where(eq(holdHistory.userId, userId));
  if (eventIds.length === 0) return;
  const gone = await db
    .delete(holds)
    .where(and(eq(holds.userId, userId), inArray(holds.eventId, [...eventIds])))
    .returning();
  await changeStock(db, gone.map(freeingOf));
}

/** `orderId`: null before an order is made; then the hold keeps the one that it has. */
export type OrderedHold = { id: number; orderId: number | null; heldUntil: Date };

/** Extends these locked holds, each for its order, because they are being paid. */
export async function attachHolds(db: Db, lines: readonly OrderedHold[]): Promise<void> {
  if (lines.length === 0) return;
  await db.execute(sql`
    update holds set order_id = coalesce(l.order_id, holds.order_id), held_until = l.held_until
    from unnest(
      ${column(lines, 'id')}::int[], ${column(lines, 'orderId')}::bigint[], ${column(lines, 'heldUntil')}::timestamptz[]
    ) as l (id, order_id, held_until)
    where holds.id = l.id`);
}

/** Deletes the locked holds of lines that became tickets: their places remain taken. */
export async function deleteHolds(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const gone = await db
    .delete(holds)
    .where(inArray(holds.id, [...ids]))
    .returning({ id: holds.id });
  if (gone.length < ids.length) throw new Error('A hold was deleted while it was being paid.');
}

/** Returns the holds that are being paid with an order. */
export const findHoldsOfOrder = (db: Db, orderId: number) => db.select().from(holds).where(eq(holds.orderId, orderId));

/** Detaches these locked holds from the order that was being paid with them. */
export async function detachHolds(db: Db, detached: readonly Pick<OrderedHold, 'id' | 'heldUntil'>[]): Promise<void> {
  if (detached.length === 0) return;
  await db.execute(sql`
    update holds set order_id = null, held_until = d.held_until
    from unnest(${column(detached, 'id')}::int[], ${column(detached, 'heldUntil')}::timestamptz[]) as d (id, held_until)
    where holds.id = d.id`);
}

export type Hold = typeof holds.$inferSelect;
export type NamedHold = Hold & { code: string | null };

/** Returns all holds of these users, overdue ones included, in the order they were added. */
export const findHolds = (db: Db, userIds: readonly number[]): Promise<NamedHold[]> =>
  db
    .select({ ...getTableColumns(holds), code: promoCodes.code })
    .from(holds)
    .leftJoin(promoCodes, eq(promoCodes.id, holds.promoCodeId))
    .where(inArray(holds.userId, [...userIds]))
    .orderBy(asc(holds.id));

export async function setHoldQuantity(db: Db, id: number, change: Pick<Hold, 'quantity' | 'resaleQuantity'>): Promise<void> {
  await db.update(holds).set(change).where(eq(holds.id, id));
}

/** Moves a cart line to the ticket type and price that its code opens; keeps the former price as the public one. */
export async function openLine(db: Db, { holdId, promoCodeId }: { holdId: number; promoCodeId: number }): Promise<void> {
  await db.execute(sql`
    update holds h set ticket_type_id = c.ticket_type_id, price_tetri = r.price_tetri, promo_code_id = c.id,
      public_price_tetri = case when h.promo_code_id is null then h.price_tetri else h.public_price_tetri end
    from promo_codes c join ticket_types r on r.id = c.ticket_type_id where h.id = ${holdId} and c.id = ${promoCodeId}`);
}

export type ExpiredLine = Awaited<ReturnType<typeof findExpiredLines>>[number];

/** Returns the expired lines of these users' carts, oldest first, except those whose late payment got places. */
export function findExpiredLines(db: Db, userIds: readonly number[]) {
  const { userId, eventId, quantity, expiredAt } = expiredHolds;
  const boughtSince = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.userId, userId), eq(tickets.eventId, eventId), gte(tickets.createdAt, expiredAt)));
  return db
    .select({ userId, eventId, quantity, past: holdHistory })
    .from(expiredHolds)
    .leftJoin(holdHistory, and(eq(holdHistory.userId, userId), eq(holdHistory.eventId, eventId)))
    .where(and(inArray(userId, [...userIds]), notExists(boughtSince)))
    .orderBy(asc(expiredAt), asc(eventId));
}

/** Marks a user's expired lines as seen. Returns true if any was new. */
export async function markExpiredSeen(db: Db, userId: number, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(expiredHolds)
    .set({ seenAt: now })
    .where(and(eq(expiredHolds.userId, userId), isNull(expiredHolds.seenAt)));
  return rowCount !== 0;
}

/** Deletes an expired line that its owner removed. */
export async function deleteExpiredLine(db: Db, userId: number, eventId: number): Promise<void> {
  await db.delete(expiredHolds).where(and(eq(expiredHolds.userId, userId), eq(expiredHolds.eventId, eventId)));
}
