import { and, asc, eq, inArray, lte, sql, type SQL } from 'drizzle-orm';
import { HOLD_LIMIT_MS } from '#shared/constants.ts';
import { users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { column } from '#server/platform/db/column.ts';
import { baskets, events } from '#server/content/events/events.table.ts';
import { orderLines, orders } from '#server/sales/orders/orders.table.ts';
import { tickets } from '#server/sales/tickets/tickets.table.ts';
import { expiredHolds, holds, pastHolds } from './cart.table.ts';

/**
 * The one lock of the stock: whoever changes holds, or the counters `held` and `sold`, takes the event rows first, ascending.
 * It leaves room for foreign keys, so tickets and line-ups of the event can be written meanwhile.
 */
export async function lockEvents(db: Db, eventIds: readonly number[]): Promise<void> {
  if (eventIds.length > 0) await lockWhere(db, inArray(events.id, [...eventIds]));
}

const lockWhere = (db: Db, condition: SQL) =>
  db.select({ id: events.id }).from(events).where(condition).orderBy(asc(events.id)).for('no key update');

/** The same for all events of these orders. Answers which they are. */
export async function lockEventsOfOrders(db: Db, orderIds: readonly number[]): Promise<number[]> {
  const ordered = db
    .select({ eventId: orderLines.eventId })
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...orderIds]));
  const rows = await lockWhere(db, inArray(events.id, ordered));
  return rows.map(({ id }) => id);
}

/** The same for all events these people hold places of. Answers which they are. */
export async function lockEventsOfCarts(db: Db, userIds: readonly number[]): Promise<number[]> {
  const inCart = db
    .select({ eventId: holds.eventId })
    .from(holds)
    .where(inArray(holds.userId, [...userIds]));
  const rows = await lockWhere(db, inArray(events.id, inCart));
  return rows.map(({ id }) => id);
}

export type StockChange = { eventId: number; basketId: number; held: number; sold: number };

/**
 * Adds to the counters of baskets and events and deletes the holds that `changes` give back; the checks of both tables judge the
 * result. Events are locked.
 */
export async function changeStock(db: Db, changes: readonly StockChange[], holdIds: readonly number[] = []): Promise<void> {
  if (changes.length === 0) return;
  await db.execute(sql`
    with changes as (
      select * from unnest(
        ${column(changes, 'eventId')}::int[], ${column(changes, 'basketId')}::int[],
        ${column(changes, 'held')}::int[], ${column(changes, 'sold')}::int[]
      ) as c (event_id, basket_id, held, sold)
    ), gone as (
      delete from holds where id = any(${sql.param(holdIds)}::int[])
    ), in_baskets as (
      update baskets b set held = b.held + c.held, sold = b.sold + c.sold
      from (select basket_id, sum(held) as held, sum(sold) as sold from changes group by basket_id) c
      where b.id = c.basket_id
    )
    update events e set held = e.held + c.held, sold = e.sold + c.sold
    from (select event_id, sum(held) as held, sum(sold) as sold from changes group by event_id) c
    where e.id = c.event_id`);
}

/** Gives the places of overdue holds back and notes for their owners that they ran out. Events are locked. Answers how many lines went. */
export async function expireOverdueHolds(db: Db, eventIds: readonly number[], now: Date): Promise<number> {
  if (eventIds.length === 0) return 0;
  const gone = await db
    .delete(holds)
    .where(and(inArray(holds.eventId, [...eventIds]), lte(holds.heldUntil, now)))
    .returning();
  if (gone.length === 0) return 0;
  await changeStock(db, gone.map(releaseOf));
  await rememberPastHolds(db, gone, now);
  await db
    .insert(expiredHolds)
    .values(gone.map(({ userId, eventId, quantity }) => ({ userId, eventId, quantity, expiredAt: now })))
    .onConflictDoUpdate({
      target: [expiredHolds.userId, expiredHolds.eventId],
      set: { expiredAt: now, quantity: sql`excluded.quantity`, seenAt: null },
    });
  return gone.length;
}

type EndedHold = Pick<typeof holds.$inferSelect, 'userId' | 'eventId' | 'heldSince' | 'heldUntil'>;

/** Notes when people gave places back unpaid, at the latest when their time was over, and since when they had kept them. */
export async function rememberPastHolds(db: Db, ended: readonly EndedHold[], now: Date): Promise<void> {
  await db
    .insert(pastHolds)
    .values(
      ended.map(({ userId, eventId, heldSince, heldUntil }) => {
        return { userId, eventId, heldSince, endedAt: heldUntil < now ? heldUntil : now };
      }),
    )
    .onConflictDoUpdate({
      target: [pastHolds.userId, pastHolds.eventId],
      set: { heldSince: sql`excluded.held_since`, endedAt: sql`excluded.ended_at` },
    });
}

export async function deletePastHoldsBefore(db: Db, before: Date): Promise<void> {
  await db.delete(pastHolds).where(lte(pastHolds.endedAt, before));
}

type HeldPlaces = { eventId: number; basketId: number; quantity: number };

/** What the counters lose when a hold goes without being sold. */
export const releaseOf = ({ eventId, basketId, quantity }: HeldPlaces): StockChange => ({ eventId, basketId, held: -quantity, sold: 0 });

/** Events with overdue holds, the longest overdue first. */
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

/** Valid tickets the owner of the row's line has for the row's event. */
const ownedPlaces = sql<number>`(
  select count(*)::int from ${tickets}
  where ${tickets.userId} = ${orders.userId} and ${tickets.eventId} = ${orderLines.eventId} and ${tickets.state} = 'valid')`;

export type LineStock = Awaited<ReturnType<typeof findLineStock>>[number];

/** Each line of these orders with the room around it and the hold its owner has for the event, if any. Events are locked. */
export const findLineStock = (db: Db, orderIds: readonly number[]) =>
  db
    .select({
      lineId: orderLines.id,
      orderId: orderLines.orderId,
      eventId: orderLines.eventId,
      basketId: orderLines.basketId,
      quantity: orderLines.quantity,
      priceTetri: orderLines.priceTetri,
      userId: orders.userId,
      basketRoom: sql<number>`${baskets.quota} - ${baskets.held} - ${baskets.sold}`,
      eventRoom: sql<number>`${events.capacity} - ${events.held} - ${events.sold}`,
      eventState: events.state,
      endsAt: events.endsAt,
      placesPerPerson: events.placesPerPerson,
      ownedPlaces,
      buyerDeletedAt: users.deletedAt,
      hold: holds,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(baskets, eq(baskets.id, orderLines.basketId))
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .leftJoin(holds, and(eq(holds.userId, orders.userId), eq(holds.eventId, orderLines.eventId)))
    .where(inArray(orderLines.orderId, [...orderIds]))
    .orderBy(asc(orderLines.id));

/** A person's lines of these events, which are locked, go with their places. So do notes about those that ran out. */
export async function deleteHoldsOfUser(db: Db, userId: number, eventIds: readonly number[]): Promise<void> {
  await db.delete(expiredHolds).where(eq(expiredHolds.userId, userId));
  await db.delete(pastHolds).where(eq(pastHolds.userId, userId));
  if (eventIds.length === 0) return;
  const gone = await db
    .delete(holds)
    .where(and(eq(holds.userId, userId), inArray(holds.eventId, [...eventIds])))
    .returning();
  await changeStock(db, gone.map(releaseOf));
}

export type OrderedHold = { id: number; orderId: number; heldUntil: Date };

/** These lines are being paid, each with its order, and held until then. Events are locked. */
export async function attachHolds(db: Db, lines: readonly OrderedHold[]): Promise<void> {
  if (lines.length === 0) return;
  await db.execute(sql`
    update holds set order_id = l.order_id, held_until = l.held_until
    from unnest(
      ${column(lines, 'id')}::int[], ${column(lines, 'orderId')}::bigint[], ${column(lines, 'heldUntil')}::timestamptz[]
    ) as l (id, order_id, held_until)
    where holds.id = l.id`);
}

type Detachment = { now: Date; checksHoldLimit: boolean };

/**
 * Lines of the cart that were being paid with this order are no longer; without a payment their limit counts. Where it passed meanwhile
 * they end now, not in the past: the rest of their owner begins when the places come free. Events are locked.
 */
export async function detachHolds(db: Db, orderId: number, { now, checksHoldLimit }: Detachment): Promise<void> {
  const limit = sql`${holds.heldSince} + ${HOLD_LIMIT_MS} * interval '1 millisecond'`;
  const heldUntil = sql`least(${holds.heldUntil}, greatest(${limit}, ${now}::timestamptz))`;
  await db
    .update(holds)
    .set({ orderId: null, ...(checksHoldLimit ? { heldUntil } : {}) })
    .where(eq(holds.orderId, orderId));
}
