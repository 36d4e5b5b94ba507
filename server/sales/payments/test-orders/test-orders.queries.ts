import { and, eq, inArray, isNotNull, lte } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import type { PaymentProvider } from '#server/sales/payments/banks/provider.ts';
import { bankTestOrders } from '#server/sales/tables/test-orders.table.ts';

export type TestOrder = typeof bankTestOrders.$inferSelect;
type Provider = PaymentProvider['name'];

export async function insertTestOrder(db: Db, order: typeof bankTestOrders.$inferInsert): Promise<TestOrder> {
  const [row] = await db.insert(bankTestOrders).values(order).returning();
  if (!row) throw new Error('A test order was not stored.');
  return row;
}

export async function updateTestOrder(db: Db, id: number, changes: Partial<TestOrder>): Promise<void> {
  await db.update(bankTestOrders).set(changes).where(eq(bankTestOrders.id, id));
}

const isUnderWay = inArray(bankTestOrders.state, ['open', 'paid']);

/** Returns the orders that are due and sets their next time, so that of two sweepers only one gets each. */
export const claimDueTestOrders = (db: Db, providers: Provider[], { now, next }: { now: Date; next: Date }): Promise<TestOrder[]> =>
  db
    .update(bankTestOrders)
    .set({ checkAt: next })
    .where(
      and(
        isUnderWay,
        lte(bankTestOrders.checkAt, now),
        isNotNull(bankTestOrders.providerOrderId),
        inArray(bankTestOrders.provider, providers),
      ),
    )
    .returning();

/** Makes an order due; returns false if the bank's order is not a test order. */
export async function makeTestOrderDue(db: Db, provider: Provider, providerOrderId: string, now: Date): Promise<boolean> {
  const rows = await db
    .update(bankTestOrders)
    .set({ checkAt: now })
    .where(and(eq(bankTestOrders.provider, provider), eq(bankTestOrders.providerOrderId, providerOrderId)))
    .returning({ id: bankTestOrders.id });
  return rows.length > 0;
}
