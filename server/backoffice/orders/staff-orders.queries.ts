import { and, desc, eq, exists, gt, gte, inArray, isNull, lt, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { hasAllWords } from '#server/platform/db/sql-parts.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { payments } from '#server/sales/tables/payments.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

export type ListedOrder = Awaited<ReturnType<typeof findOrders>>[number];
type State = (typeof orders.$inferSelect)['state'];

/** `ids`: only these orders. `guest`: only guests whose name, mail or phone matches all of these patterns. */
export type OrderFilter = {
  ids?: number[] | undefined;
  /** Only orders of these accounts. */
  userIds?: number[] | undefined;
  guest?: readonly string[] | undefined;
  state?: State | undefined;
  eventId?: number | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
  isFlagged?: boolean | undefined;
  before?: number | undefined;
  limit: number;
};

const flagged = (db: Db) =>
  db
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.orderId, orders.id), eq(payments.state, 'flagged')));

/** Newest first. */
export function findOrders(db: Db, filter: OrderFilter) {
  const { ids, userIds, guest, state, eventId, from, until, isFlagged, before, limit } = filter;
  const ofEvent = (event: number) => db.select({ id: orderLines.orderId }).from(orderLines).where(eq(orderLines.eventId, event));
  return db
    .select({
      order: orders,
      guest: { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email },
      isFlagged: sql<boolean>`exists ${flagged(db)}`,
      refundTetri: sql<number>`(select coalesce(sum(p.refund_tetri), 0)::int from payments p where p.order_id = ${orders.id})`,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        ids && inArray(orders.id, ids),
        userIds && inArray(orders.userId, userIds),
        guest && and(hasAllWords(users.searchText, guest), isNull(users.deletedAt)),
        state && eq(orders.state, state),
        eventId === undefined ? undefined : inArray(orders.id, ofEvent(eventId)),
        from && gte(orders.createdAt, from),
        until && lt(orders.createdAt, until),
        isFlagged ? exists(flagged(db)) : undefined,
        before === undefined ? undefined : lt(orders.id, before),
      ),
    )
    .orderBy(desc(orders.id))
    .limit(limit);
}

/** The lines of these orders with the names of their events. */
export const findLinesOfOrders = (db: Db, ids: readonly number[]) =>
  db
    .select({
      orderId: orderLines.orderId,
      quantity: orderLines.quantity,
      event: { id: events.id, name: events.name, nameLat: events.nameLat },
    })
    .from(orderLines)
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .where(inArray(orderLines.orderId, [...ids]))
    .orderBy(events.startsAt, orderLines.id);

/** The valid tickets of these orders that were transferred. */
export const findTransferredTickets = (db: Db, ids: readonly number[]) =>
  db
    .select({ orderId: orderLines.orderId, id: tickets.id })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .where(and(inArray(orderLines.orderId, [...ids]), eq(tickets.state, 'valid'), gt(tickets.transferNumber, 0)))
    .orderBy(tickets.id);

export async function findOrderOfTicket(db: Db, ticketId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ orderId: orderLines.orderId })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .where(eq(tickets.id, ticketId));
  return row?.orderId;
}

/** By the exact order id of any bank. */
export async function findOrdersAtBank(db: Db, providerOrderId: string): Promise<number[]> {
  const rows = await db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(and(inArray(payments.provider, ['fake', 'bog', 'tbc']), eq(payments.providerOrderId, providerOrderId)));
  return rows.map(({ orderId }) => orderId);
}
