import { and, asc, desc, eq, exists, gt, gte, inArray, isNull, like, lt, or, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { baskets, events } from '#server/content/content.table.ts';
import { scans } from '#server/door/door.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { hasAllWords } from '#server/platform/db/sql-parts.ts';
import { mails, alerts, auditEntries } from '#server/platform/platform.table.ts';
import { orderLines, orders } from '#server/sales/orders/orders.table.ts';
import { paymentCallbacks, payments } from '#server/sales/payments/payments.table.ts';
import { tickets } from '#server/sales/tickets/tickets.table.ts';

export type ListedOrder = Awaited<ReturnType<typeof findOrders>>[number];
type State = (typeof orders.$inferSelect)['state'];

/** `ids`: only these; `guest`: only of guests whose name, mail or phone matches all of these patterns. */
export type OrderFilter = {
  ids?: number[] | undefined;
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
  const { ids, guest, state, eventId, from, until, isFlagged, before, limit } = filter;
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

export async function findOrderOfTicket(db: Db, ticketId: number): Promise<number | undefined> {
  const [row] = await db
    .select({ orderId: orderLines.orderId })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .where(eq(tickets.id, ticketId));
  return row?.orderId;
}

/** By the bank's exact order id, at any bank. */
export async function findOrdersAtBank(db: Db, providerOrderId: string): Promise<number[]> {
  const rows = await db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(and(inArray(payments.provider, ['fake', 'bog', 'tbc']), eq(payments.providerOrderId, providerOrderId)));
  return rows.map(({ orderId }) => orderId);
}

const staffName = { firstName: users.firstName, lastName: users.lastName };

export const findCallbacks = (db: Db, paymentIds: readonly number[]) =>
  db
    .select({
      paymentId: paymentCallbacks.paymentId,
      isSigned: paymentCallbacks.isSigned,
      times: paymentCallbacks.times,
      receivedAt: paymentCallbacks.receivedAt,
    })
    .from(paymentCallbacks)
    .where(inArray(paymentCallbacks.paymentId, [...paymentIds]))
    .orderBy(asc(paymentCallbacks.id));

/** Mails with these keys, and those whose key begins with one of them and a colon. */
export const findMailsAbout = (db: Db, keys: readonly string[]) =>
  db
    .select({ kind: mails.kind, state: mails.state, createdAt: mails.createdAt, sentAt: mails.sentAt })
    .from(mails)
    .where(or(inArray(mails.key, [...keys]), ...keys.map((key) => like(mails.key, `${key}:%`))))
    .orderBy(asc(mails.id));

export const findScansOfTickets = (db: Db, ticketIds: readonly number[]) =>
  db
    .select({ ticketId: scans.ticketId, result: scans.result, reason: scans.reason, decidedAt: scans.decidedAt, staff: staffName })
    .from(scans)
    .innerJoin(users, eq(users.id, scans.staffId))
    .where(inArray(scans.ticketId, [...ticketIds]))
    .orderBy(asc(scans.id));

export const findActions = (db: Db, subjects: readonly string[]) =>
  db
    .select({ action: auditEntries.action, detail: auditEntries.detail, createdAt: auditEntries.createdAt, staff: staffName })
    .from(auditEntries)
    .innerJoin(users, eq(users.id, auditEntries.staffId))
    .where(inArray(auditEntries.subject, [...subjects]))
    .orderBy(asc(auditEntries.id));

/** The order of the payment or refund that an alert is about. */
const orderOfAlert = sql<number | null>`case
  when ${alerts.subject} ~ '^payment [0-9]+$' then (select p.order_id from payments p where p.id = substr(${alerts.subject}, 9)::bigint)
  when ${alerts.subject} ~ '^refund [0-9]+$' then
    (select p.order_id from refunds r join payments p on p.id = r.payment_id where r.id = substr(${alerts.subject}, 8)::bigint)
end`.mapWith((id: unknown) => (id === null ? null : Number(id)));

/** Open alerts with their orders, newest first. */
export const findOpenAlertsWithOrders = (db: Db, { before, limit }: { before?: number | undefined; limit: number }) =>
  db
    .select({ alert: alerts, orderId: orderOfAlert })
    .from(alerts)
    .where(and(isNull(alerts.resolvedAt), before === undefined ? undefined : lt(alerts.id, before)))
    .orderBy(desc(alerts.id))
    .limit(limit);

type Part = { eventId: number; after: number; limit: number };

export async function findEventName(db: Db, id: number) {
  const [row] = await db.select({ id: events.id, startsAt: events.startsAt }).from(events).where(eq(events.id, id));
  return row;
}

/** The ordered lines of an event: after this order, or within it, ascending. */
export const findLinesOfEvent = (db: Db, { eventId, after, limit }: Part) =>
  db
    .select({
      id: orderLines.id,
      orderId: orders.id,
      state: orders.state,
      createdAt: orders.createdAt,
      guest: { firstName: users.firstName, lastName: users.lastName, email: users.email },
      release: { name: baskets.name, nameLat: baskets.nameLat },
      quantity: orderLines.quantity,
      priceTetri: orderLines.priceTetri,
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(baskets, eq(baskets.id, orderLines.basketId))
    .where(and(eq(orderLines.eventId, eventId), gt(orderLines.id, after)))
    .orderBy(asc(orderLines.id))
    .limit(limit);

/** Valid tickets of an event with their guests' names, after this ticket, ascending. */
export const findGuestsOfEvent = (db: Db, { eventId, after, limit }: Part) =>
  db
    .select({
      id: tickets.id,
      usedAt: tickets.usedAt,
      cameElsewhere: sql<boolean>`${scans.reason} is not distinct from 'admitted_other_event'`,
      guest: { firstName: users.firstName, lastName: users.lastName },
      release: { name: baskets.name, nameLat: baskets.nameLat },
    })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .innerJoin(baskets, eq(baskets.id, tickets.basketId))
    .leftJoin(scans, and(eq(scans.ticketId, tickets.id), eq(scans.result, 'accepted')))
    .where(and(eq(tickets.eventId, eventId), eq(tickets.state, 'valid'), gt(tickets.id, after)))
    .orderBy(asc(tickets.id))
    .limit(limit);
