import { and, count, eq, exists, inArray, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { payments, refunds } from '#server/payments/payments.table.ts';

type Provider = (typeof payments.$inferSelect)['provider'];

/** Payments of other banks that wait for money, or for money to go back. */
export function countOpenElsewhere(db: Db, configured: Provider[]): Promise<{ provider: Provider; open: number }[]> {
  const openRefund = db
    .select({ one: sql`1` })
    .from(refunds)
    .where(and(eq(refunds.paymentId, payments.id), inArray(refunds.state, ['intended', 'sent', 'unknown'])));
  return db
    .select({ provider: payments.provider, open: count() })
    .from(payments)
    .where(and(notInArray(payments.provider, configured), or(inArray(payments.state, ['created', 'pending']), exists(openRefund))))
    .groupBy(payments.provider);
}
