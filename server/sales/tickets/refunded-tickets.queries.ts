import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines } from '#server/sales/orders/orders.table.ts';
import { tickets } from './tickets.table.ts';
import type { TicketRow } from './tickets.queries.ts';

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
  /** None when there was no money. */
  refundId: number | null;
  evenIfUsed: boolean;
};

/** Ends tickets: from now on no door admits them. Returns how many; one that a door was just letting in is left out. */
export async function endTickets(db: Db, ids: readonly number[], { refundId, evenIfUsed }: Ending): Promise<number> {
  const ended = await db
    .update(tickets)
    .set({ state: 'refunded', refundId })
    .where(and(inArray(tickets.id, [...ids]), eq(tickets.state, 'valid'), evenIfUsed ? undefined : isNull(tickets.usedAt)))
    .returning({ id: tickets.id });
  return ended.length;
}
