import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { ledgerEntries } from './ledger.table.ts';
import { payments } from '#server/payments/payments.table.ts';

type Account = (typeof ledgerEntries.$inferSelect)['account'];
export type LedgerEntry = typeof ledgerEntries.$inferSelect;
/** `amountTetri` leaves the credited account for the debited one. */
export type Movement = {
  movement: string;
  paymentId: number;
  refundId?: number;
  debit: Account;
  credit: Account;
  amountTetri: number;
  currency: string;
  createdAt: Date;
};

const value = sql.placeholder;

const movementWritten = prepared((db) => {
  const entry = {
    movement: value('movement'),
    paymentId: value('paymentId'),
    refundId: value('refundId'),
    currency: value('currency'),
    createdAt: value('createdAt'),
  };
  return db
    .insert(ledgerEntries)
    .values([
      { ...entry, account: value('debit'), amountTetri: value('plus') },
      { ...entry, account: value('credit'), amountTetri: value('minus') },
    ])
    .prepare('movement_of_ledger');
});

/** Both entries in one statement, so that the database can judge their balance. Fails when the movement is written already. */
export async function insertMovement(db: Db, { amountTetri, refundId, ...movement }: Movement): Promise<void> {
  await movementWritten(db).execute({ ...movement, refundId: refundId ?? null, plus: amountTetri, minus: -amountTetri });
}

/** All entries about an order's payments, in the order they were written. */
export const findLedgerOfOrder = (db: Db, orderId: number): Promise<LedgerEntry[]> => {
  const ofOrder = db.select({ id: payments.id }).from(payments).where(eq(payments.orderId, orderId));
  return db.select().from(ledgerEntries).where(inArray(ledgerEntries.paymentId, ofOrder)).orderBy(asc(ledgerEntries.id));
};
