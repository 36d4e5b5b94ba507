import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { column } from '#server/platform/db/columns.ts';
import { ledgerEntries } from './ledger.table.ts';
import { payments } from '#server/sales/payments/payments.table.ts';

type Account = (typeof ledgerEntries.$inferSelect)['account'];
export type LedgerEntry = typeof ledgerEntries.$inferSelect;
/** `amountTetri` leaves the credited account for the debited one. */
export type Movement = {
  movement: string;
  paymentId: number;
  refundId: number | null;
  debit: Account;
  credit: Account;
  amountTetri: number;
  currency: string;
};

/** Both entries of each in one statement, so that the database can judge their balance. Fails when a movement is written already. */
export async function insertMovements(db: Db, movements: readonly Movement[], createdAt: Date): Promise<void> {
  await db.execute(sql`
    insert into ledger_entries (movement, payment_id, refund_id, currency, account, amount_tetri, created_at)
    select m.movement, m.payment_id, m.refund_id, m.currency, entry.account, entry.amount_tetri, ${createdAt}
    from unnest(
      ${column(movements, 'movement')}::text[], ${column(movements, 'paymentId')}::bigint[], ${column(movements, 'refundId')}::bigint[],
      ${column(movements, 'currency')}::text[], ${column(movements, 'debit')}::text[], ${column(movements, 'credit')}::text[],
      ${column(movements, 'amountTetri')}::int[]
    ) with ordinality as m (movement, payment_id, refund_id, currency, debit, credit, amount_tetri, place),
      lateral (values (1, m.debit, m.amount_tetri), (2, m.credit, -m.amount_tetri)) as entry (side, account, amount_tetri)
    order by m.place, entry.side`);
}

/** All entries about an order's payments, in the order they were written. */
export const findLedgerOfOrder = (db: Db, orderId: number): Promise<LedgerEntry[]> => {
  const ofOrder = db.select({ id: payments.id }).from(payments).where(eq(payments.orderId, orderId));
  return db.select().from(ledgerEntries).where(inArray(ledgerEntries.paymentId, ofOrder)).orderBy(asc(ledgerEntries.id));
};
