import { asc, eq, sql } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { baskets, events } from '#server/content/events/events.table.ts';
import { payments } from '#server/sales/payments/payments.table.ts';
import type { Payment } from './orders.queries.ts';
import { orderLines, orders } from './orders.table.ts';

/** An order with whoever ordered it. */
export async function findOrderWithGuest(db: Db, id: number) {
  const isDeleted = sql<boolean>`${users.deletedAt} is not null`;
  const guest = { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email, isDeleted };
  const [row] = await db
    .select({ order: orders, guest })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id));
  return row;
}

export const findPaymentsOfOrder = (db: Db, orderId: number): Promise<Payment[]> =>
  db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.id));

/** The lines of an order with the names of their nights and releases. */
export const findNamedLines = (db: Db, orderId: number) =>
  db
    .select({
      id: orderLines.id,
      eventId: orderLines.eventId,
      eventName: events.name,
      eventNameLat: events.nameLat,
      basketId: orderLines.basketId,
      release: { name: baskets.name, nameLat: baskets.nameLat },
      quantity: orderLines.quantity,
      priceTetri: orderLines.priceTetri,
    })
    .from(orderLines)
    .innerJoin(events, eq(events.id, orderLines.eventId))
    .innerJoin(baskets, eq(baskets.id, orderLines.basketId))
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.id));
