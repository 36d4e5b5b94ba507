import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, notExists, or, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { resaleListings } from '#server/sales/tables/resale.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { hadNoCode } from '#server/sales/transfers/claims.queries.ts';

const isOpen = and(eq(tickets.state, 'valid'), inArray(tickets.claim, ['unclaimed', 'waiting']), isNull(tickets.usedAt));
const isUnclaimed = and(eq(tickets.state, 'valid'), eq(tickets.claim, 'unclaimed'), isNull(tickets.usedAt));

/** Returns published events that begin within this span and have tickets without a guest who may come. */
export const findEventsWithoutGuests = (db: Db, { after, until }: { after: Date; until: Date }) =>
  db
    .selectDistinct({ id: events.id, startsAt: events.startsAt })
    .from(events)
    .innerJoin(tickets, eq(tickets.eventId, events.id))
    .where(and(eq(events.state, 'published'), gt(events.startsAt, after), lte(events.startsAt, until), isOpen))
    .orderBy(asc(events.id));

/** Returns who has such tickets of an event. */
export const findOwnersWithoutGuests = (db: Db, eventId: number) =>
  db
    .selectDistinct({ userId: users.id, email: users.email, language: users.language })
    .from(tickets)
    .innerJoin(users, eq(users.id, tickets.userId))
    .where(and(eq(tickets.eventId, eventId), isOpen, isNull(users.deletedAt)))
    .orderBy(asc(users.id));

/**
 * Returns the unclaimed tickets of an event that were bought before a moment, or are `alsoIds`, and not listed since; those that were given
 * cannot be returned, and of later ones nobody knows what happens.
 */
export const findReturnable = (db: Db, eventId: number, since: Date, alsoIds: readonly number[]) =>
  db
    .select({ id: tickets.id, priceTetri: tickets.priceTetri })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, and(eq(orders.id, orderLines.orderId), eq(orders.userId, tickets.userId), eq(orders.kind, 'sale')))
    .where(
      and(
        eq(tickets.eventId, eventId),
        isUnclaimed,
        or(lt(tickets.createdAt, since), inArray(tickets.id, [...alsoIds])),
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

/**
 * Returns an event with the unclaimed tickets of an account, how many of them it bought itself, and whether it has a friend's place that
 * waits for its verification.
 */
export async function findUnclaimedOf(db: Db, { eventId, userId }: { eventId: number; userId: number }, now: Date) {
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
  const bought = db
    .select({ id: orderLines.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(orderLines.id, tickets.orderLineId), eq(orders.userId, userId)));
  const isWaiting = and(
    eq(tickets.eventId, eventId),
    eq(tickets.userId, userId),
    isOpen,
    eq(tickets.claim, 'waiting'),
    hadNoCode(now),
    notExists(bought),
  );
  return event && { event, count, returnable, waits: (await db.$count(tickets, isWaiting)) > 0 };
}
