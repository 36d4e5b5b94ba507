import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines } from '#server/sales/tables/orders.table.ts';
import { payments } from '#server/sales/tables/payments.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { HANDOVER_ENDS_MS } from '#shared/tickets/handover-rules.ts';
import { ticketReturns } from '#server/sales/tables/returns.table.ts';

export type TicketReturn = typeof ticketReturns.$inferSelect;

export async function insertReturn(db: Db, row: Pick<TicketReturn, 'ticketId' | 'eventId' | 'feeTetri' | 'createdAt'>): Promise<void> {
  await db.insert(ticketReturns).values(row);
}

/** Ends an open return that nobody's place depends on. Returns false when its place is held. */
export async function withdrawReturn(db: Db, id: number, endedAt: Date): Promise<boolean> {
  const rows = await db
    .update(ticketReturns)
    .set({ state: 'withdrawn', endedAt })
    .where(and(eq(ticketReturns.id, id), eq(ticketReturns.state, 'open'), isNull(ticketReturns.holdId)))
    .returning({ id: ticketReturns.id });
  return rows.length > 0;
}

/** Gives the places of these free returns to a hold. The event is locked. */
export async function claimReturns(db: Db, ids: readonly number[], holdId: number): Promise<void> {
  const claimed = await db
    .update(ticketReturns)
    .set({ holdId })
    .where(and(inArray(ticketReturns.id, [...ids]), eq(ticketReturns.state, 'open'), isNull(ticketReturns.holdId)))
    .returning({ id: ticketReturns.id });
  if (claimed.length < ids.length) throw new Error('A returned place was not free any more.');
}

/** Frees so many of the returned places of a hold, the last ones first. The event is locked. */
export async function freeClaims(db: Db, holdId: number, count: number): Promise<void> {
  await db.execute(sql`
    update ticket_returns set hold_id = null where id in (
      select id from ticket_returns where hold_id = ${holdId} and state = 'open' order by id desc limit ${count})`);
}

export type ClaimedTicket = Awaited<ReturnType<typeof findClaimed>>[number];

/** The tickets whose places these holds take, each with its order and the payment to be given back. */
export const findClaimed = (db: Db, holdIds: readonly number[]) =>
  db
    .select({
      returnId: ticketReturns.id,
      ticketId: ticketReturns.ticketId,
      feeTetri: ticketReturns.feeTetri,
      orderId: orderLines.orderId,
      paymentId: payments.id,
    })
    .from(ticketReturns)
    .innerJoin(tickets, eq(tickets.id, ticketReturns.ticketId))
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .innerJoin(payments, and(eq(payments.orderId, orderLines.orderId), eq(payments.state, 'paid')))
    .where(and(inArray(ticketReturns.holdId, [...holdIds]), eq(ticketReturns.state, 'open')))
    .orderBy(asc(ticketReturns.id));

export async function markSold(db: Db, ids: readonly number[], endedAt: Date): Promise<void> {
  await db
    .update(ticketReturns)
    .set({ state: 'sold', holdId: null, endedAt })
    .where(inArray(ticketReturns.id, [...ids]));
}

/**
 * Ends the open returns of tickets that end otherwise. A place that was held for somebody stays theirs: it is taken from the ticket. Returns
 * the tickets of those places. The event is locked.
 */
export async function endReturnsOf(db: Db, ticketIds: readonly number[], endedAt: Date): Promise<Set<number>> {
  const { rows } = await db.execute<{ ticket_id: string }>(sql`
    with ending as (
      select id, ticket_id, hold_id from ticket_returns where ticket_id = any(${sql.param(ticketIds)}::bigint[]) and state = 'open'
    ), ended as (
      update ticket_returns r set state = 'ended', hold_id = null, ended_at = ${endedAt}::timestamptz from ending where r.id = ending.id
    ), kept as (
      update holds h set returned = h.returned - e.places
      from (select hold_id, count(*) as places from ending where hold_id is not null group by 1) e where h.id = e.hold_id
    )
    select ticket_id from ending where hold_id is not null`);
  return new Set(rows.map(({ ticket_id: id }) => Number(id)));
}

/** How many tickets of an event were put back and are not bought yet. */
export const countOpenReturns = (db: Db, eventId: number): Promise<number> =>
  db.$count(ticketReturns, and(eq(ticketReturns.eventId, eventId), eq(ticketReturns.state, 'open')));

/** Ends open returns whose ticket was used, or whose time is over, and which nobody holds. Returns how many. */
export async function endOverReturns(db: Db, now: Date): Promise<number> {
  const lastStart = new Date(now.getTime() + HANDOVER_ENDS_MS);
  const over = db
    .select({ id: ticketReturns.id })
    .from(ticketReturns)
    .innerJoin(tickets, eq(tickets.id, ticketReturns.ticketId))
    .innerJoin(events, eq(events.id, ticketReturns.eventId))
    .where(
      and(
        eq(ticketReturns.state, 'open'),
        isNull(ticketReturns.holdId),
        sql`(${tickets.usedAt} is not null or ${tickets.state} <> 'valid' or ${events.state} <> 'published' or ${lte(events.startsAt, lastStart)})`,
      ),
    );
  const ended = await db
    .update(ticketReturns)
    .set({ state: 'ended', endedAt: now })
    .where(and(inArray(ticketReturns.id, over), isNull(ticketReturns.holdId)))
    .returning({ id: ticketReturns.id });
  return ended.length;
}

/** What became of the tickets of an order that were put back, in that order. */
export const findReturnsOfOrder = (db: Db, orderId: number) =>
  db
    .select({
      ticketId: ticketReturns.ticketId,
      state: ticketReturns.state,
      createdAt: ticketReturns.createdAt,
      endedAt: ticketReturns.endedAt,
    })
    .from(ticketReturns)
    .innerJoin(tickets, eq(tickets.id, ticketReturns.ticketId))
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(ticketReturns.id));
