import { asc, eq } from 'drizzle-orm';
import { users } from '#server/accounts/accounts.table.ts';
import type { Db } from '#server/db/client.ts';
import { payments } from '#server/payments/payments.table.ts';
import type { Payment } from './orders.queries.ts';
import { orders } from './orders.table.ts';

/** An order with whoever ordered it. */
export async function findOrderWithGuest(db: Db, id: number) {
  const guest = { id: users.id, firstName: users.firstName, lastName: users.lastName, email: users.email };
  const [row] = await db
    .select({ order: orders, guest })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, id));
  return row;
}

export const findPaymentsOfOrder = (db: Db, orderId: number): Promise<Payment[]> =>
  db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(asc(payments.id));
