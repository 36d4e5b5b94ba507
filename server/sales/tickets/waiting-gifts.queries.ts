import { and, eq, exists, isNull, notExists } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { orderLines, orders } from '#server/sales/tables/orders.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';

/** The order of a ticket, if staff gave it to an address that nobody has proved, and it was not passed on. */
const waitingOrder = (db: Db) =>
  db
    .select({ id: orders.id })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        eq(orderLines.id, tickets.orderLineId),
        eq(orders.userId, tickets.userId),
        eq(orders.kind, 'complimentary'),
        isNull(users.emailProvedAt),
      ),
    );

/**
 * True for a ticket that its account may see. Tickets given to an address wait until the account proves it: somebody else may have
 * registered the address (docs/decisions/0087).
 */
export const isShownToOwner = (db: Db) => notExists(waitingOrder(db));

/** The valid tickets of an account that wait for the proof of its address. */
export async function countWaitingTickets(db: Db, userId: number): Promise<number> {
  return db.$count(tickets, and(eq(tickets.userId, userId), eq(tickets.state, 'valid'), exists(waitingOrder(db))));
}
