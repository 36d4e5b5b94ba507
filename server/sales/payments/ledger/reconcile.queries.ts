import { and, asc, gt, gte, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import type { Payment } from '#server/sales/payments/payments.queries.ts';
import { payments } from '#server/sales/tables/payments.table.ts';

/** Our records of a payment: its own columns, its refunds and its ledger entries. */
export type BookedPayment = Pick<
  Payment,
  'id' | 'orderId' | 'provider' | 'providerOrderId' | 'state' | 'capturedTetri' | 'refundTetri' | 'createdAt'
> & { refundsTetri: number; confirmedTetri: number; underWay: number; ledgerBankTetri: number; ledgerUnbalanced: number };

const number = (query: ReturnType<typeof sql>) => query.mapWith(Number);

const isBooked = (since: Date) =>
  and(
    isNotNull(payments.providerOrderId),
    or(gte(payments.createdAt, since), inArray(payments.state, ['pending', 'flagged', 'refunding'])),
  );

export const countBookedPayments = (db: Db, since: Date): Promise<number> => db.$count(payments, isBooked(since));

/** Returns payments known to the bank, created in this span or without a final state, oldest first, one page. */
export function findBookedPayments(db: Db, span: { since: Date; afterId: number; limit: number }): Promise<BookedPayment[]> {
  return db
    .select({
      id: payments.id,
      orderId: payments.orderId,
      provider: payments.provider,
      providerOrderId: payments.providerOrderId,
      state: payments.state,
      capturedTetri: payments.capturedTetri,
      refundTetri: payments.refundTetri,
      createdAt: payments.createdAt,
      refundsTetri: number(sql`(select coalesce(sum(r.amount_tetri), 0) from refunds r where r.payment_id = payments.id)`),
      confirmedTetri: number(
        sql`(select coalesce(sum(r.amount_tetri), 0) from refunds r where r.payment_id = payments.id and r.state = 'confirmed')`,
      ),
      underWay: number(
        sql`(select count(*) from refunds r where r.payment_id = payments.id and r.state in ('intended', 'unknown', 'sent'))`,
      ),
      ledgerBankTetri: number(
        sql`(select coalesce(sum(e.amount_tetri), 0) from ledger_entries e where e.payment_id = payments.id and e.account = 'bank')`,
      ),
      ledgerUnbalanced: number(sql`(select coalesce(sum(e.amount_tetri), 0) from ledger_entries e where e.payment_id = payments.id)`),
    })
    .from(payments)
    .where(and(isBooked(span.since), gt(payments.id, span.afterId)))
    .orderBy(asc(payments.id))
    .limit(span.limit);
}
