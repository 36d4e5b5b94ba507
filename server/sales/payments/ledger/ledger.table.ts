import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/platform/db/columns.ts';
import { payments, refunds } from '#server/sales/payments/payments.table.ts';

export const LEDGER_ACCOUNTS = ['bank', 'sales', 'owed', 'unclear'] as const;

/**
 * The ledger, kept for good: triggers refuse changes and deletions, and a movement whose entries do not sum to zero. `bank`: our money at
 * the bank; against it stand `sales`, `owed` (to be refunded to guests) and `unclear` (until staff decide).
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The name of the movement, such as `capture 12`: it is written once. */
    movement: text().notNull(),
    paymentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => payments.id),
    refundId: bigint({ mode: 'number' }).references(() => refunds.id),
    account: text({ enum: LEDGER_ACCOUNTS }).notNull(),
    amountTetri: integer().notNull(),
    currency: text().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    uniqueIndex('ledger_entries_once').on(table.movement, table.account),
    index('ledger_entries_by_payment').on(table.paymentId),
    // A covering index for the sums of takings.
    index('ledger_entries_of_bank')
      .on(table.createdAt, table.currency, table.amountTetri)
      .where(sql`${table.account} = 'bank'`),
    check('ledger_entries_amount', sql`${table.amountTetri} <> 0`),
  ],
);
