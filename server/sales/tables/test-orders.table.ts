import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { PAYMENT_PROVIDERS } from '#shared/payments/payments.contract.ts';

/**
 * Orders that staff opened at a bank to check that it answers. They are not sales: no order, stock or ledger includes them. Their pages are
 * never shown; one that is `paid` all the same is refunded, with an alert until its money is back.
 */
export const bankTestOrders = pgTable(
  'bank_test_orders',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    provider: text({ enum: PAYMENT_PROVIDERS }).notNull(),
    /** Null until the bank has answered. */
    providerOrderId: text(),
    idempotencyKey: uuid().notNull(),
    refundKey: uuid().notNull(),
    amountTetri: integer().notNull(),
    state: text({ enum: ['open', 'over', 'paid', 'refunded'] })
      .notNull()
      .default('open'),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    createdAt: timestamptz().notNull(),
    /** When to ask the bank next, while the order is open or paid. */
    checkAt: timestamptz().notNull(),
  },
  (table) => [
    uniqueIndex('bank_test_orders_by_provider_order').on(table.provider, table.providerOrderId),
    index('bank_test_orders_to_check')
      .on(table.checkAt)
      .where(sql`${table.state} in ('open', 'paid')`),
  ],
);
