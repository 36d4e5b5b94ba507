import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines } from '#server/sales/tables/orders.table.ts';
import { payments } from '#server/sales/tables/payments.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { CLAIMS } from '#shared/tickets/claims.ts';
import { resaleEndsMs } from '#shared/tickets/transfer-rules.ts';
import { resaleListings } from '#server/sales/tables/resale.table.ts';

type ResaleListing = typeof resaleListings.$inferSelect;

export async function insertListing(db: Db, row: Pick<ResaleListing, 'ticketId' | 'eventId' | 'feeTetri' | 'createdAt'>): Promise<void> {
  await db.insert(resaleListings).values(row);
}

/** Ends an open listing whose place no one holds. Returns false when it is held. */
export async function withdrawListing(db: Db, id: number, endedAt: Date): Promise<boolean> {
  const rows = await db
    .update(resaleListings)
    .set({ state: 'withdrawn', endedAt })
    .where(and(eq(resaleListings.id, id), eq(resaleListings.state, 'open'), isNull(resaleListings.holdId)))
    .returning({ id: resaleListings.id });
  return rows.length > 0;
}

/** Assigns the places of these free listings to a hold. The event is locked. */
export async function assignListings(db: Db, ids: readonly number[], holdId: number): Promise<void> {
  const assigned = await db
    .update(resaleListings)
    .set({ holdId })
    .where(and(inArray(resaleListings.id, [...ids]), eq(resaleListings.state, 'open'), isNull(resaleListings.holdId)))
    .returning({ id: resaleListings.id });
  if (assigned.length < ids.length) throw new Error('A returned place was not free any more.');
}

/** Frees this many listed places of a hold, the last ones first. The event is locked. */
export async function freeListings(db: Db, holdId: number, count: number): Promise<void> {
  await db.execute(sql`
    update resale_listings set hold_id = null where id in (
      select id from resale_listings where hold_id = ${holdId} and state = 'open' order by id desc limit ${count})`);
}

export type AssignedTicket = Awaited<ReturnType<typeof findAssigned>>[number];

/** Returns the tickets whose places these holds take, each with its order and the payment to refund. */
export const findAssigned = (db: Db, holdIds: readonly number[]) =>
  db
    .select({
      listingId: resaleListings.id,
      ticketId: resaleListings.ticketId,
      feeTetri: resaleListings.feeTetri,
      orderId: orderLines.orderId,
      paymentId: payments.id,
    })
    .from(resaleListings)
    .innerJoin(tickets, eq(tickets.id, resaleListings.ticketId))
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(payments, and(eq(payments.orderId, orderLines.orderId), eq(payments.state, 'paid')))
    .where(and(inArray(resaleListings.holdId, [...holdIds]), eq(resaleListings.state, 'open')))
    .orderBy(asc(resaleListings.id));

export async function markSold(db: Db, ids: readonly number[], endedAt: Date): Promise<void> {
  await db
    .update(resaleListings)
    .set({ state: 'sold', holdId: null, endedAt })
    .where(inArray(resaleListings.id, [...ids]));
}

/**
 * Ends the open listings of tickets that end for another reason. A place held for a guest remains theirs: it is taken from the ticket.
 * Returns the tickets of those places. The event is locked.
 */
export async function endListingsOf(db: Db, ticketIds: readonly number[], endedAt: Date): Promise<Set<number>> {
  const { rows } = await db.execute<{ ticket_id: string }>(sql`
    with ending as (
      select id, ticket_id, hold_id from resale_listings where ticket_id = any(${sql.param(ticketIds)}::bigint[]) and state = 'open'
    ), ended as (
      update resale_listings r set state = 'ended', hold_id = null, ended_at = ${endedAt}::timestamptz from ending where r.id = ending.id
    ), kept as (
      update holds h set resale_quantity = h.resale_quantity - e.places
      from (select hold_id, count(*) as places from ending where hold_id is not null group by 1) e where h.id = e.hold_id
    )
    select ticket_id from ending where hold_id is not null`);
  return new Set(rows.map(({ ticket_id: id }) => Number(id)));
}

/** Counts the tickets of an event that are listed for resale and not bought yet. */
export const countOpenListings = (db: Db, eventId: number): Promise<number> =>
  db.$count(resaleListings, and(eq(resaleListings.eventId, eventId), eq(resaleListings.state, 'open')));

/**
 * Ends open listings whose ticket was used, or whose time is over (`resaleEndsMs`), and which no one holds. Returns how many.
 */
export async function endOverListings(db: Db, now: Date): Promise<number> {
  const isLate = CLAIMS.map((claim) => and(eq(tickets.claim, claim), lte(events.startsAt, new Date(now.getTime() + resaleEndsMs(claim)))));
  const over = db
    .select({ id: resaleListings.id })
    .from(resaleListings)
    .innerJoin(tickets, eq(tickets.id, resaleListings.ticketId))
    .innerJoin(events, eq(events.id, resaleListings.eventId))
    .where(
      and(
        eq(resaleListings.state, 'open'),
        isNull(resaleListings.holdId),
        or(isNotNull(tickets.usedAt), ne(tickets.state, 'valid'), ne(events.state, 'published'), ...isLate),
      ),
    );
  const ended = await db
    .update(resaleListings)
    .set({ state: 'ended', endedAt: now })
    .where(and(inArray(resaleListings.id, over), isNull(resaleListings.holdId)))
    .returning({ id: resaleListings.id });
  return ended.length;
}

/** Returns the resale listings of an order's tickets, in the order of listing. */
export const findListingsOfOrder = (db: Db, orderId: number) =>
  db
    .select({
      ticketId: resaleListings.ticketId,
      state: resaleListings.state,
      createdAt: resaleListings.createdAt,
      endedAt: resaleListings.endedAt,
    })
    .from(resaleListings)
    .innerJoin(tickets, eq(tickets.id, resaleListings.ticketId))
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(resaleListings.id));
