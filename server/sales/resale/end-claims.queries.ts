import { and, asc, eq, gt, gte, inArray, isNull, lt, lte, ne, notExists, or, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { resaleListings } from '#server/sales/tables/resale.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { hadNoCode } from '#server/sales/transfers/claims.queries.ts';

const isOpen = and(eq(tickets.state, 'valid'), inArray(tickets.claim, ['unclaimed', 'waiting']), isNull(tickets.usedAt));
const isUnclaimed = and(eq(tickets.state, 'valid'), eq(tickets.claim, 'unclaimed'), isNull(tickets.usedAt));

/** A friend of the buyer has it and waits for the first code. */
const isAwaited = (now: Date) => and(isOpen, eq(tickets.claim, 'waiting'), ne(tickets.userId, orders.userId), hadNoCode(now));

/** Returns published events that begin within this span and have tickets without a guest who may come. */
export const findEventsWithoutGuests = (db: Db, { after, until }: { after: Date; until: Date }) =>
  db
    .selectDistinct({ id: events.id, startsAt: events.startsAt })
    .from(events)
    .innerJoin(tickets, eq(tickets.eventId, events.id))
    .where(and(eq(events.state, 'published'), gt(events.startsAt, after), lte(events.startsAt, until), isOpen))
    .orderBy(asc(events.id));

/** Returns who has such tickets of an event, and who bought those of friends that wait for their first code. */
export const findOwnersWithoutGuests = (db: Db, eventId: number, now: Date) =>
  db
    .selectDistinct({ userId: users.id, email: users.email, language: users.language })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(users, or(eq(users.id, tickets.userId), eq(users.id, orders.userId)))
    .where(and(eq(tickets.eventId, eventId), or(isUnclaimed, isAwaited(now)), isNull(users.deletedAt)))
    .orderBy(asc(users.id));

/**
 * Returns the unclaimed tickets of an event that were bought before a moment, or are `alsoIds`, and neither listed nor withdrawn since; those
 * that were given cannot be returned, and of later ones nobody knows what happens.
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
                or(eq(resaleListings.state, 'open'), gte(resaleListings.createdAt, since), gte(resaleListings.endedAt, since)),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(tickets.id));

/**
 * Returns an event with what an account has without a guest who may come: its unclaimed tickets, the tickets it bought whose friends are
 * `awaited`, how many of both it paid for, and whether it is such a friend itself.
 */
export async function findUnclaimedOf(db: Db, { eventId, userId }: { eventId: number; userId: number }, now: Date) {
  const { id, name, nameLat, startsAt, state } = events;
  const [event] = await db.select({ id, name, nameLat, startsAt, state }).from(events).where(eq(events.id, eventId));
  if (!event) return undefined;
  const isMine = eq(tickets.userId, userId);
  const rows = await db
    .select({ isMine: sql<boolean>`${isMine}`, isAwaited: sql<boolean>`${tickets.claim} = 'waiting'`, kind: orders.kind })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(and(eq(tickets.eventId, eventId), or(and(isUnclaimed, isMine), and(isAwaited(now), or(isMine, eq(orders.userId, userId))))));
  const toBe = rows.filter((row) => !(row.isMine && row.isAwaited));
  return {
    event,
    count: toBe.filter((row) => !row.isAwaited).length,
    awaited: toBe.filter((row) => row.isAwaited).length,
    returnable: toBe.filter(({ kind }) => kind === 'sale').length,
    waits: toBe.length < rows.length,
  };
}
