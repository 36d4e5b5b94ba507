import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, notExists, or, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { resaleListings } from '#server/sales/tables/resale.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { isUnclaimed } from '#server/sales/tickets/tickets.queries.ts';
import { returnsAtEnd } from '#server/sales/transfers/claims.queries.ts';

const hasNoGuest = and(eq(tickets.state, 'valid'), inArray(tickets.claim, ['unclaimed', 'waiting']), isNull(tickets.usedAt));
/** Money is refunded only to the guest who paid. */
const isReturnable = and(isUnclaimed, eq(orders.kind, 'sale'), eq(orders.userId, tickets.userId));

/** Returns published events that begin within this span and have tickets without a guest who may come. */
export const findEventsWithoutGuests = (db: Db, { after, until }: { after: Date; until: Date }) =>
  db
    .selectDistinct({ id: events.id, startsAt: events.startsAt })
    .from(events)
    .innerJoin(tickets, eq(tickets.eventId, events.id))
    .where(and(eq(events.state, 'published'), gt(events.startsAt, after), lte(events.startsAt, until), hasNoGuest))
    .orderBy(asc(events.id));

/** Returns the owners of an event's unclaimed tickets, and both the guests and the buyers of those that return. */
export const findOwnersWithoutGuests = (db: Db, eventId: number) =>
  db
    .selectDistinct({ userId: users.id, email: users.email, language: users.language })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(users, or(eq(users.id, tickets.userId), and(returnsAtEnd, eq(users.id, orders.userId))))
    .where(and(eq(tickets.eventId, eventId), or(isUnclaimed, returnsAtEnd), isNull(users.deletedAt)))
    .orderBy(asc(users.id));

/**
 * Returns the returnable tickets of an event that were bought before a moment, or are `alsoIds`, and neither listed nor withdrawn since: the
 * mail before the end named no later ones.
 */
export const findReturnable = (db: Db, eventId: number, since: Date, alsoIds: readonly number[]) =>
  db
    .select({ id: tickets.id, priceTetri: tickets.priceTetri })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(
      and(
        eq(tickets.eventId, eventId),
        isReturnable,
        or(lt(tickets.createdAt, since), inArray(tickets.id, [...alsoIds])),
        notExists(
          db
            .select({ id: resaleListings.id })
            .from(resaleListings)
            .where(
              and(
                eq(resaleListings.ticketId, tickets.id),
                or(eq(resaleListings.state, 'open'), gte(resaleListings.createdAt, since), gte(resaleListings.endedAt, since)),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(tickets.id));

/**
 * Returns an event with the unclaimed tickets of an account, those it bought that return unless their friends are verified (`awaited`), how
 * many of both can be resold, and whether it is such a friend.
 */
export async function findUnclaimedOf(db: Db, { eventId, userId }: { eventId: number; userId: number }) {
  const { id, name, nameLat, startsAt, state } = events;
  const [event] = await db.select({ id, name, nameLat, startsAt, state }).from(events).where(eq(events.id, eventId));
  const isMine = eq(tickets.userId, userId);
  const isAwaited = and(returnsAtEnd, eq(orders.userId, userId));
  const [counts] = await db
    .select({
      count: sql<number>`count(*) filter (where ${and(isUnclaimed, isMine)})::int`,
      awaited: sql<number>`count(*) filter (where ${isAwaited})::int`,
      returnable: sql<number>`count(*) filter (where ${or(and(isReturnable, isMine), and(isAwaited, eq(orders.kind, 'sale')))})::int`,
      waits: sql<boolean>`coalesce(bool_or(${and(returnsAtEnd, isMine)}), false)`,
    })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(tickets.eventId, eventId), or(isMine, isAwaited)));
  return event && counts && { event, ...counts };
}
