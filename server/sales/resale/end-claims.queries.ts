import { and, asc, eq, gt, isNull, lt, lte, ne, notExists, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { resaleListings } from '#server/sales/tables/resale.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

const isUnclaimed = and(eq(tickets.state, 'valid'), eq(tickets.claim, 'unclaimed'), isNull(tickets.usedAt));

/** Returns published events that begin within this span and have unclaimed tickets. */
export const findEventsWithUnclaimed = (db: Db, { after, until }: { after: Date; until: Date }) =>
  db
    .selectDistinct({ id: events.id, startsAt: events.startsAt })
    .from(events)
    .innerJoin(tickets, eq(tickets.eventId, events.id))
    .where(and(eq(events.state, 'published'), gt(events.startsAt, after), lte(events.startsAt, until), isUnclaimed))
    .orderBy(asc(events.id));

/** Returns who has unclaimed tickets of an event. */
export const findOwnersOfUnclaimed = (db: Db, eventId: number) =>
  db
    .selectDistinct({ userId: users.id, email: users.email, language: users.language })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(and(eq(tickets.eventId, eventId), isUnclaimed, isNull(users.deletedAt)))
    .orderBy(asc(users.id));

/**
 * Returns the unclaimed tickets of an event that were bought before a moment and not listed since; those that were given cannot be
 * returned, and of later ones nobody was told what happens.
 */
export const findReturnable = (db: Db, eventId: number, since: Date) =>
  db
    .select({ id: tickets.id, priceTetri: tickets.priceTetri })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, and(eq(orders.id, orderLines.orderId), eq(orders.userId, tickets.userId), eq(orders.kind, 'sale')))
    .where(
      and(
        eq(tickets.eventId, eventId),
        isUnclaimed,
        lt(tickets.createdAt, since),
        notExists(
          db
            .select({ id: resaleListings.id })
            .from(resaleListings)
            .where(
              and(
                eq(resaleListings.ticketId, tickets.id),
                sql`(${resaleListings.state} = 'open' or ${resaleListings.createdAt} >= ${since.toISOString()}::timestamptz)`,
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(tickets.id));

/** Returns an event with the unclaimed tickets of an account, and how many of them it did not buy itself. */
export async function findUnclaimedOf(db: Db, { eventId, userId }: { eventId: number; userId: number }) {
  const { id, name, nameLat, startsAt, state } = events;
  const [event] = await db.select({ id, name, nameLat, startsAt, state }).from(events).where(eq(events.id, eventId));
  const mine = and(eq(tickets.eventId, eventId), eq(tickets.userId, userId), isUnclaimed);
  const given = db
    .select({ id: orderLines.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orderLines.id, tickets.orderLineId), ne(orders.kind, 'sale')));
  const count = await db.$count(tickets, mine);
  const returnable = await db.$count(tickets, and(mine, notExists(given)));
  return event && { event, count, returnable };
}
