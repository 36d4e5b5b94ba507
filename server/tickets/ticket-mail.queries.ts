import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { baskets, events } from '#server/events/events.table.ts';
import { orderLines } from '#server/orders/orders.table.ts';
import { tickets } from './tickets.table.ts';

export type MailedTicket = Awaited<ReturnType<typeof findValidTicketsOfOrder>>[number];

/** The tickets an order brought, without refunded ones: by the start of their event, then in the order of issue. */
export function findValidTicketsOfOrder(db: Db, orderId: number) {
  return db
    .select({
      id: tickets.id,
      userId: tickets.userId,
      eventId: tickets.eventId,
      basketId: tickets.basketId,
      priceTetri: tickets.priceTetri,
      eventName: events.name,
      eventNameLat: events.nameLat,
      startsAt: events.startsAt,
      basketName: baskets.name,
      basketNameLat: baskets.nameLat,
    })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(events, eq(events.id, tickets.eventId))
    .innerJoin(baskets, eq(baskets.id, tickets.basketId))
    .where(and(eq(orderLines.orderId, orderId), eq(tickets.state, 'valid')))
    .orderBy(asc(events.startsAt), asc(tickets.id));
}
