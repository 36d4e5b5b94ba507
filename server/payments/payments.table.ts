import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { orders } from '#server/orders/orders.table.ts';

const at = () => timestamp({ withTimezone: true, mode: 'date' });

/**
 * One attempt to collect the money of an order.
 * `created` (ours only) → `pending` (the bank knows it) → `paid` | `failed` | `flagged` (a person must look) → `refunding` → `refunded`.
 */
export const payments = pgTable(
  'payments',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: bigint({ mode: 'number' })
      .notNull()
      .references(() => orders.id),
    provider: text({ enum: ['fake', 'bog', 'tbc'] }).notNull(),
    providerOrderId: text(),
    idempotencyKey: uuid().notNull(),
    /** Names this payment in the address the bank sends the guest back to. Opaque: it proves nothing and shows no person. */
    returnToken: text().notNull(),
    state: text({ enum: ['created', 'pending', 'paid', 'failed', 'flagged', 'refunding', 'refunded'] })
      .notNull()
      .default('created'),
    amountTetri: integer().notNull(),
    currency: text().notNull(),
    redirectUrl: text(),
    flaggedReason: text(),
    createdAt: at().notNull(),
    expiresAt: at().notNull(),
    checkAt: at().notNull(),
    checks: integer().notNull().default(0),
    settledAt: at(),
  },
  (table) => [
    uniqueIndex('payments_by_provider_order').on(table.provider, table.providerOrderId),
    uniqueIndex('payments_by_return_token').on(table.returnToken),
    uniqueIndex('payments_one_live_per_order')
      .on(table.orderId)
      .where(sql`${table.state} in ('created', 'pending', 'paid')`),
    index('payments_to_check')
      .on(table.checkAt)
      .where(sql`${table.state} in ('created', 'pending', 'refunding')`),
    check('payments_amount', sql`${table.amountTetri} >= 0`),
  ],
);

/** Every callback as it arrived, before anything is done with it; the same bytes count once. */
export const paymentCallbacks = pgTable(
  'payment_callbacks',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    provider: text().notNull(),
    digest: text().notNull(),
    headers: jsonb().notNull(),
    body: text().notNull(),
    isSigned: text({ enum: ['valid', 'invalid', 'absent'] }).notNull(),
    times: integer().notNull().default(1),
    receivedAt: at().notNull(),
  },
  (table) => [uniqueIndex('payment_callbacks_once').on(table.provider, table.digest)],
);

/** `intended` is committed before the bank is asked; a time-out leaves `unknown`, which the sweeper asks about. */
export const refunds = pgTable(
  'refunds',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    paymentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => payments.id),
    amountTetri: integer().notNull(),
    reason: text().notNull(),
    idempotencyKey: uuid().notNull(),
    state: text({ enum: ['intended', 'sent', 'confirmed', 'failed', 'unknown'] })
      .notNull()
      .default('intended'),
    createdAt: at().notNull(),
    confirmedAt: at(),
  },
  (table) => [uniqueIndex('refunds_once').on(table.paymentId, table.reason), check('refunds_amount', sql`${table.amountTetri} > 0`)],
);
