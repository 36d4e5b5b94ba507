import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import { scans } from '#server/door/door.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { complimentaryOrders, orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

type Part = { eventId: number; after: number; limit: number };

export async function findEventName(db: Db, id: number) {
  const [row] = await db.select({ id: events.id, startsAt: events.startsAt }).from(events).where(eq(events.id, id));
  return row;
}

/** The order lines of an event or of these orders, after this order line, ascending. */
export const findLines = (
  db: Db,
  { of, after, limit }: { of: { eventId: number } | { orderIds: readonly number[] } } & Omit<Part, 'eventId'>,
) =>
  db
    .select({
      id: orderLines.id,
      orderId: orders.id,
      state: orders.state,
      createdAt: orders.createdAt,
      guest: { firstName: users.firstName, lastName: users.lastName, email: users.email },
      event: { name: events.name, nameLat: events.nameLat, startsAt: events.startsAt },
      ticketType: { name: ticketTypes.name, nameLat: ticketTypes.nameLat },
      quantity: orderLines.quantity,
      priceTetri: orderLines.priceTetri,
      receipt: complimentaryOrders.receipt,
      utm: { source: orders.utmSource, medium: orders.utmMedium, campaign: orders.utmCampaign },
    })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .innerJoin(users, eq(users.id, orders.userId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, orderLines.ticketTypeId))
    .leftJoin(complimentaryOrders, eq(complimentaryOrders.orderId, orders.id))
    .where(
      and('eventId' in of ? eq(orderLines.eventId, of.eventId) : inArray(orderLines.orderId, [...of.orderIds]), gt(orderLines.id, after)),
    )
    .orderBy(asc(orderLines.id))
    .limit(limit);

/** Those of these guests whose account is not deleted, in the order of their registration. */
export const findChosenGuests = (db: Db, ids: readonly number[]) =>
  db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      phoneNumber: users.phoneNumber,
      status: users.status,
      createdAt: users.createdAt,
    })
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.deletedAt)))
    .orderBy(asc(users.id));

/** Valid tickets of an event with their guests' names, after this ticket, ascending. */
export const findGuestsOfEvent = (db: Db, { eventId, after, limit }: Part) =>
  db
    .select({
      id: tickets.id,
      usedAt: tickets.usedAt,
      cameElsewhere: sql<boolean>`${scans.reason} is not distinct from 'admitted_other_event'`,
      guest: { firstName: users.firstName, lastName: users.lastName },
      ticketType: { name: ticketTypes.name, nameLat: ticketTypes.nameLat },
      receipt: complimentaryOrders.receipt,
    })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .leftJoin(complimentaryOrders, eq(complimentaryOrders.orderId, orderLines.orderId))
    .innerJoin(users, eq(users.id, tickets.userId))
    .innerJoin(ticketTypes, eq(ticketTypes.id, tickets.ticketTypeId))
    .leftJoin(scans, and(eq(scans.ticketId, tickets.id), eq(scans.result, 'accepted')))
    .where(and(eq(tickets.eventId, eventId), eq(tickets.state, 'valid'), gt(tickets.id, after)))
    .orderBy(asc(tickets.id))
    .limit(limit);
