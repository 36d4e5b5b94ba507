import { and, count, eq, exists, inArray, notInArray, or, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { payments, refunds } from '#server/sales/payments/payments.table.ts';

type Provider = (typeof payments.$inferSelect)['provider'];

/** Tickets of events that are not over, paid at the fake bank. */
export async function countFakeTickets(db: Db, now: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from tickets t join events e on e.id = t.event_id join order_lines l on l.id = t.order_line_id
    join payments p on p.order_id = l.order_id and p.provider = 'fake' and p.state = 'paid'
    where t.state = 'valid' and t.used_at is null and e.ends_at > ${now}`);
  return rows[0]?.count ?? 0;
}

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
