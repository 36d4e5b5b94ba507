import { and, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { resaleListings } from '#server/sales/tables/resale.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { isShownToOwner } from './tickets.queries.ts';

export type TransferableTicket = NonNullable<Awaited<ReturnType<typeof findTransferableTicket>>>;

/** Returns a valid ticket that its owner sees, used or not, with its link and listing. */
export async function findTransferableTicket(db: Db, userId: number, id: number) {
  const [row] = await db
    .select({
      id: tickets.id,
      eventId: tickets.eventId,
      ticketTypeId: tickets.ticketTypeId,
      priceTetri: tickets.priceTetri,
      usedAt: tickets.usedAt,
      holderName: tickets.holderName,
      claim: tickets.claim,
      startsAt: events.startsAt,
      endsAt: events.endsAt,
      eventState: events.state,
      verifiedOnly: events.verifiedOnly,
      namesRequired: events.namesRequired,
      orderId: orders.id,
      orderKind: orders.kind,
      buyerId: orders.userId,
      userId: tickets.userId,
      linkMadeAt: sql<Date | null>`(select l.created_at from ticket_transfers l
        where l.ticket_id = ${tickets.id} and l.ended_at is null and l.accepted_at is null)`.mapWith(tickets.createdAt),
      listing: resaleListings,
    })
    .from(tickets)
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .leftJoin(resaleListings, and(eq(resaleListings.ticketId, tickets.id), eq(resaleListings.state, 'open')))
    .where(and(eq(tickets.id, id), eq(tickets.userId, userId), eq(tickets.state, 'valid'), isShownToOwner(db)));
  return row;
}

export async function setHolderName(db: Db, id: number, holderName: string | null): Promise<void> {
  await db.update(tickets).set({ holderName }).where(eq(tickets.id, id));
}

/** Erases the names on the tickets of an account. */
export async function emptyNamesOf(db: Db, userId: number): Promise<void> {
  await db
    .update(tickets)
    .set({ holderName: null })
    .where(and(eq(tickets.userId, userId), isNotNull(tickets.holderName)));
}

/** Erases the names on the tickets of events that ended before this moment. */
export async function emptyNamesBefore(db: Db, before: Date): Promise<void> {
  const past = db.select({ id: events.id }).from(events).where(lt(events.endsAt, before));
  await db
    .update(tickets)
    .set({ holderName: null })
    .where(and(isNotNull(tickets.holderName), inArray(tickets.eventId, past)));
}
