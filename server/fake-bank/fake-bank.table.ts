import { bigint, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/platform/db/sql-parts.ts';

/** The fake bank's own tables. The product never reads them: it calls the bank over HTTP. */
export const fakeBankOrders = pgTable(
  'fake_bank_orders',
  {
    id: text().primaryKey(),
    idempotencyKey: text(),
    requestHash: text().notNull(),
    request: jsonb().notNull(),
    externalOrderId: text().notNull(),
    amountTetri: integer().notNull(),
    currency: text().notNull(),
    outcome: text(),
    status: text({ enum: ['created', 'processing', 'completed', 'rejected', 'refunded', 'refunded_partially'] }).notNull(),
    reportedTetri: integer().notNull(),
    refundedTetri: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    completesAt: timestamptz(),
    callbackDueAt: timestamptz(),
    callbacksLeft: integer().notNull().default(0),
  },
  (table) => [uniqueIndex('fake_bank_orders_by_key').on(table.idempotencyKey)],
);

export const fakeBankRefunds = pgTable(
  'fake_bank_refunds',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: text()
      .notNull()
      .references(() => fakeBankOrders.id),
    idempotencyKey: text(),
    actionId: text().notNull(),
    amountTetri: integer().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [uniqueIndex('fake_bank_refunds_by_key').on(table.idempotencyKey)],
);

/** The key pair that signs callbacks; one per database, so that all processes sign with the same key. */
export const fakeBankKeys = pgTable('fake_bank_keys', {
  id: integer().primaryKey(),
  privateKey: text().notNull(),
  publicKey: text().notNull(),
});
