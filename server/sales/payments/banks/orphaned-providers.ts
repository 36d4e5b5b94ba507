import { and, count, eq, exists, inArray, notInArray, or, sql } from 'drizzle-orm';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/client.ts';
import { payments, refunds } from '#server/sales/tables/payments.table.ts';
import { bankNames } from './provider.ts';

/**
 * Warns the operator about open payments whose status can no longer be requested, because their bank was removed from the configuration.
 */
export async function warnOfOrphanedProviders(ctx: Context): Promise<void> {
  for (const { provider, open } of await countOpenElsewhere(ctx.db, bankNames(ctx))) {
    ctx.log.error({ provider, open }, 'payments are open at a bank that is not configured any more');
  }
  const tickets = ctx.env.payments === 'fake' ? 0 : await countFakeTickets(ctx.db, ctx.clock.now());
  if (tickets > 0) ctx.log.error({ tickets }, 'tickets of coming events were paid at the test bank, without money, and are valid');
}

type Provider = (typeof payments.$inferSelect)['provider'];

/** Counts tickets of events that are not over, paid at the fake bank. */
async function countFakeTickets(db: Db, now: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from tickets t join events e on e.id = t.event_id join order_lines l on l.id = t.order_line_id
    join payments p on p.order_id = l.order_id and p.provider = 'fake' and p.state = 'paid'
    where t.state = 'valid' and t.used_at is null and e.ends_at > ${now}`);
  return rows[0]?.count ?? 0;
}

/** Counts payments of other banks that are open or have open refunds. */
function countOpenElsewhere(db: Db, configured: Provider[]): Promise<{ provider: Provider; open: number }[]> {
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
