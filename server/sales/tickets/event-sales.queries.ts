import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { EventSales, Holder } from '#server/content/events/event-sales.ts';
import { complimentaryOrders, orderLines } from '#server/sales/tables/orders.table.ts';
import { bulkRefunds } from '#server/sales/tables/payments.table.ts';
import { waitlistEntries } from '#server/sales/tables/waitlist.table.ts';
import type { Holders } from '#shared/staff/events.contract.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

// Guests who were admitted need no notice, and a deleted account has no address.
const openTickets = (eventId: number) => sql`
  from tickets t join users u on u.id = t.user_id
  where t.event_id = ${eventId} and t.state = 'valid' and t.used_at is null and u.deleted_at is null`;

export const eventSales: EventSales = {
  countSoldPlaces: (db, eventIds) =>
    db
      .select({ eventId: tickets.eventId, ticketTypeId: tickets.ticketTypeId, sold: count() })
      .from(tickets)
      .where(and(inArray(tickets.eventId, [...eventIds]), eq(tickets.state, 'valid')))
      .groupBy(tickets.eventId, tickets.ticketTypeId),

  countGivenPlaces: (db, eventIds) =>
    db
      .select({ eventId: tickets.eventId, sold: count() })
      .from(complimentaryOrders)
      .innerJoin(orderLines, eq(orderLines.orderId, complimentaryOrders.orderId))
      .innerJoin(tickets, and(eq(tickets.orderLineId, orderLines.id), eq(tickets.state, 'valid')))
      .where(inArray(complimentaryOrders.eventId, [...eventIds]))
      .groupBy(tickets.eventId),

  findAwaited: (db, eventIds) =>
    db
      .select({ eventId: waitlistEntries.eventId, fewest: sql<number>`min(${waitlistEntries.quantity})::int` })
      .from(waitlistEntries)
      .where(and(inArray(waitlistEntries.eventId, [...eventIds]), eq(waitlistEntries.state, 'waiting')))
      .groupBy(waitlistEntries.eventId),

  countHolders: async (db, eventId) => {
    const { rows } = await db.execute<Holders>(
      sql`select count(distinct t.user_id)::int as people, count(*)::int as tickets ${openTickets(eventId)}`,
    );
    return rows[0] ?? { people: 0, tickets: 0 };
  },

  countBuyers: async (db, eventId) => {
    const { rows } = await db.execute<{ people: number }>(sql`
      select count(distinct t.user_id)::int as people
      from tickets t join order_lines l on l.id = t.order_line_id join orders o on o.id = l.order_id
      where t.event_id = ${eventId} and t.state = 'valid' and o.kind = 'sale'`);
    return rows[0]?.people ?? 0;
  },

  findHolders: async (db, eventId, { onlyUnpaid }) => {
    const paid = sql`
      and not exists (select from tickets p join order_lines pl on pl.id = p.order_line_id join orders po on po.id = pl.order_id
        where p.event_id = ${eventId} and p.user_id = u.id and p.state = 'valid' and po.kind = 'sale')`;
    const { rows } = await db.execute<Holder>(sql`
      select distinct on (holder.id) holder.id as "userId", holder.email,
        case when o.user_id = holder.id then o.language else holder.language end as language
      from (select distinct u.id, u.email, u.language ${openTickets(eventId)} ${onlyUnpaid ? paid : sql``}) holder
      join tickets t on t.user_id = holder.id and t.event_id = ${eventId} and t.state = 'valid' and t.used_at is null
      join order_lines l on l.id = t.order_line_id join orders o on o.id = l.order_id
      order by holder.id, o.id desc`);
    return rows;
  },

  hasBulkRefund: async (db, eventId) => (await db.$count(bulkRefunds, eq(bulkRefunds.eventId, eventId))) > 0,

  hasSales: async (db, eventId) => {
    const { rows } = await db.execute<{ found: boolean }>(sql`
      select exists (select from holds where event_id = ${eventId}) or exists (select from order_lines where event_id = ${eventId})
        or exists (select from bulk_refunds where event_id = ${eventId}) as found`);
    return rows[0]?.found ?? true;
  },
};
