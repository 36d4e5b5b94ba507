import { and, asc, desc, eq, gt, inArray, isNull, lte, ne, sql } from 'drizzle-orm';
import { events, ticketTypes } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { column } from '#server/platform/db/sql-parts.ts';
import { orderLines } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { isShownToOwner } from './waiting-gifts.queries.ts';

export type TicketRow = typeof tickets.$inferSelect;
type NewTicket = Pick<TicketRow, 'id' | 'orderLineId' | 'place' | 'userId' | 'eventId' | 'ticketTypeId' | 'priceTetri'>;
export type OwnTicketRow = Awaited<ReturnType<typeof listTicketsOfUsers>>[number];

/** More than a guest can buy; staff can give an account any number. */
const OWN_MAX = 1_000;

/** The valid tickets that users see, used or not, newest first; of each user the newest thousand. */
export function listTicketsOfUsers(db: Db, userIds: readonly number[]) {
  const { id, userId, eventId, ticketTypeId, priceTetri, usedAt, holderName } = tickets;
  const numbered = db
    .select({
      id,
      userId,
      eventId,
      ticketTypeId,
      priceTetri,
      usedAt,
      holderName,
      ticketTypeName: sql<string>`${ticketTypes.name}`.as('ticket_type_name'),
      ticketTypeNameLat: sql<string>`${ticketTypes.nameLat}`.as('ticket_type_name_lat'),
      place: sql<number>`row_number() over (partition by ${userId} order by ${id} desc)`.as('place'),
    })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, ticketTypeId))
    .where(and(inArray(userId, [...userIds]), eq(tickets.state, 'valid'), isShownToOwner(db)))
    .as('numbered');
  return db
    .select({
      id: numbered.id,
      userId: numbered.userId,
      eventId: numbered.eventId,
      ticketTypeId: numbered.ticketTypeId,
      priceTetri: numbered.priceTetri,
      usedAt: numbered.usedAt,
      holderName: numbered.holderName,
      ticketTypeName: numbered.ticketTypeName,
      ticketTypeNameLat: numbered.ticketTypeNameLat,
    })
    .from(numbered)
    .where(lte(numbered.place, OWN_MAX))
    .orderBy(desc(numbered.id));
}

/** The unused ticket that a user sees of the first event that is not over; undefined when there is none. */
export async function findNextTicket(db: Db, user: number, now: Date): Promise<OwnTicketRow | undefined> {
  const { id, userId, eventId, ticketTypeId, priceTetri, usedAt, holderName } = tickets;
  const [ticket] = await db
    .select({
      id,
      userId,
      eventId,
      ticketTypeId,
      priceTetri,
      usedAt,
      holderName,
      ticketTypeName: ticketTypes.name,
      ticketTypeNameLat: ticketTypes.nameLat,
    })
    .from(tickets)
    .innerJoin(ticketTypes, eq(ticketTypes.id, ticketTypeId))
    .innerJoin(events, eq(events.id, eventId))
    .where(
      and(
        eq(userId, user),
        eq(tickets.state, 'valid'),
        isNull(usedAt),
        isShownToOwner(db),
        ne(events.state, 'cancelled'),
        gt(events.endsAt, now),
      ),
    )
    .orderBy(asc(events.startsAt), asc(id))
    .limit(1);
  return ticket;
}

/** Takes the next numbers of all tickets' order; a number is never given again. */
export async function takePlacesInOrder(db: Db, count: number): Promise<number[]> {
  const { rows } = await db.execute<{ place: string }>(sql`select nextval('ticket_order') as place from generate_series(1, ${count}::int)`);
  return rows.map(({ place }) => Number(place));
}

/** Fails when a place of an order line has its ticket already. */
export async function insertTickets(db: Db, rows: readonly NewTicket[], createdAt: Date): Promise<void> {
  await db.execute(sql`
    insert into tickets (created_at, id, order_line_id, place, user_id, event_id, ticket_type_id, price_tetri)
    select ${createdAt}::timestamptz, issued.* from unnest(
      ${column(rows, 'id')}::bigint[], ${column(rows, 'orderLineId')}::bigint[], ${column(rows, 'place')}::int[],
      ${column(rows, 'userId')}::int[], ${column(rows, 'eventId')}::int[], ${column(rows, 'ticketTypeId')}::int[],
      ${column(rows, 'priceTetri')}::int[]
    ) as issued`);
}

/** All tickets of an order, refunded ones too, in the order of issue. */
export async function findTicketsOfOrder(db: Db, orderId: number): Promise<TicketRow[]> {
  const rows = await db
    .select({ ticket: tickets })
    .from(tickets)
    .innerJoin(orderLines, eq(orderLines.id, tickets.orderLineId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(tickets.id));
  return rows.map(({ ticket }) => ticket);
}

type Ending = {
  /** Null when there was no money. */
  refundId: number | null;
  evenIfUsed: boolean;
};

/** Ends tickets: from now on no door admits them. Returns how many; one that a door was just admitting is left out. */
export async function endTickets(db: Db, ids: readonly number[], { refundId, evenIfUsed }: Ending): Promise<number> {
  const ended = await db
    .update(tickets)
    .set({ state: 'refunded', refundId })
    .where(and(inArray(tickets.id, [...ids]), eq(tickets.state, 'valid'), evenIfUsed ? undefined : isNull(tickets.usedAt)))
    .returning({ id: tickets.id });
  return ended.length;
}
