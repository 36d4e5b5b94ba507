import { and, desc, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { column } from '#server/db/column.ts';
import { prepared } from '#server/db/prepared.ts';
import { baskets } from '#server/events/events.table.ts';
import { tickets } from './tickets.table.ts';

export type TicketRow = typeof tickets.$inferSelect;
type NewTicket = Pick<TicketRow, 'id' | 'orderLineId' | 'place' | 'userId' | 'eventId' | 'basketId' | 'priceTetri'>;
export type OwnTicketRow = Awaited<ReturnType<typeof listTicketsOfUsers>>[number];

const ticketsOfUsers = prepared((db) =>
  db
    .select({
      id: tickets.id,
      userId: tickets.userId,
      eventId: tickets.eventId,
      basketId: tickets.basketId,
      priceTetri: tickets.priceTetri,
      usedAt: tickets.usedAt,
      basketName: baskets.name,
      basketNameLat: baskets.nameLat,
    })
    .from(tickets)
    .innerJoin(baskets, eq(baskets.id, tickets.basketId))
    .where(and(sql`${tickets.userId} = any(${sql.placeholder('userIds')}::int[])`, eq(tickets.state, 'valid')))
    .orderBy(desc(tickets.id))
    .prepare('tickets_of_users'),
);

/** Valid ones, used or not, newest first. */
export const listTicketsOfUsers = (db: Db, userIds: readonly number[]) => ticketsOfUsers(db).execute({ userIds });

/** Fails when a place of an order line has its ticket already. */
export async function insertTickets(db: Db, rows: readonly NewTicket[], createdAt: Date): Promise<void> {
  await db.execute(sql`
    insert into tickets (created_at, id, order_line_id, place, user_id, event_id, basket_id, price_tetri)
    select ${createdAt}::timestamptz, issued.* from unnest(
      ${column(rows, 'id')}::bigint[], ${column(rows, 'orderLineId')}::bigint[], ${column(rows, 'place')}::int[],
      ${column(rows, 'userId')}::int[], ${column(rows, 'eventId')}::int[], ${column(rows, 'basketId')}::int[],
      ${column(rows, 'priceTetri')}::int[]
    ) as issued`);
}
