import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { orders } from './orders.table.ts';
import { failureReasons } from '#shared/payments/payments.contract.ts';
import { LEDGER_ACCOUNTS } from '#shared/staff/money.contract.ts';

/** The refund of all orders of a cancelled event, one by one. The progress is counted from tickets and refunds. */
export const bulkRefunds = pgTable(
  'bulk_refunds',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    note: text().notNull(),
    state: text({ enum: ['running', 'stopped', 'done'] }).notNull(),
    startedBy: integer()
      .notNull()
      .references(() => users.id),
    startedAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (table) => [uniqueIndex('bulk_refunds_one_per_event').on(table.eventId)],
);

/** One attempt to collect the money of an order. The states are drawn in docs/payments.md. */
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
    /** Names this payment in the bank's return URL. Opaque: it proves nothing and identifies no person. */
    returnToken: text().notNull(),
    state: text({ enum: ['created', 'pending', 'paid', 'failed', 'flagged', 'refunding', 'refunded'] })
      .notNull()
      .default('created'),
    amountTetri: integer().notNull(),
    currency: text().notNull(),
    /** The amount and currency that the bank captured; it differs from the requested one only for a flagged payment. */
    capturedTetri: integer().notNull().default(0),
    capturedCurrency: text(),
    /** The sum of its refunds in any state. */
    refundTetri: integer().notNull().default(0),
    redirectUrl: text(),
    flaggedReason: text(),
    /** Why a failed payment brought no money. */
    failureReason: text({ enum: failureReasons }),
    /** How staff resolved a flagged payment, and why. */
    resolution: text({ enum: ['issue', 'refund', 'close'] }),
    resolutionNote: text(),
    resolvedBy: integer().references(() => users.id),
    resolvedAt: timestamptz(),
    createdAt: timestamptz().notNull(),
    /** When a bank without idempotency keys was asked for a page, which must not happen twice. */
    requestedAt: timestamptz('asked_at'),
    expiresAt: timestamptz().notNull(),
    checkAt: timestamptz().notNull(),
    checks: integer().notNull().default(0),
    settledAt: timestamptz(),
    /** True if we ended it while the bank may still capture the money: it is checked until the bank has a final status. */
    isWatched: boolean().notNull().default(false),
  },
  (table) => [
    uniqueIndex('payments_by_provider_order').on(table.provider, table.providerOrderId),
    uniqueIndex('payments_by_return_token').on(table.returnToken),
    index('payments_by_order').on(table.orderId),
    index('payments_flagged')
      .on(table.orderId)
      .where(sql`${table.state} = 'flagged'`),
    uniqueIndex('payments_one_live_per_order')
      .on(table.orderId)
      .where(sql`${table.state} in ('created', 'pending', 'paid')`),
    // For the operator's report (server/backoffice/reports).
    index('payments_open')
      .on(table.state, table.createdAt)
      .where(sql`${table.state} in ('created', 'pending', 'flagged', 'refunding')`),
    index('payments_by_time').on(table.createdAt),
    index('payments_to_check')
      .on(table.checkAt)
      .where(sql`${table.state} in ('created', 'pending') or ${table.isWatched}`),
    check('payments_amount', sql`${table.amountTetri} >= 0`),
    check('payments_refunds', sql`${table.refundTetri} >= 0 and ${table.refundTetri} <= ${table.capturedTetri}`),
  ],
);

/**
 * Every callback as it arrived, stored before it is processed; identical bytes share a row. Body and headers are deleted after
 * RETENTION_DAYS.callbacks.
 */
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
    receivedAt: timestamptz().notNull(),
    /** The payment it is about, and when it was processed; until then the sweeper processes it. */
    paymentId: bigint({ mode: 'number' }).references(() => payments.id),
    handledAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('payment_callbacks_once').on(table.provider, table.digest),
    index('payment_callbacks_by_payment').on(table.paymentId, table.id),
    index('payment_callbacks_to_handle')
      .on(table.paymentId)
      .where(sql`${table.handledAt} is null`),
  ],
);

/**
 * Money to be refunded, for tickets that ended or a payment that brought none. `intended` is committed before the bank is asked; a lost
 * answer leaves `unknown`; `sent` is checked until the bank shows the refund (docs/payments.md).
 */
export const refunds = pgTable(
  'refunds',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    paymentId: bigint({ mode: 'number' })
      .notNull()
      .references(() => payments.id),
    amountTetri: integer().notNull(),
    /** What the club keeps of the tickets' prices after a resale (`resale_listings`). */
    feeTetri: integer().notNull().default(0),
    reason: text({ enum: ['no_place', 'staff', 'event_cancelled', 'flagged', 'at_bank', 'returned'] }).notNull(),
    /** Staff's reason, shown to the guest. */
    note: text().notNull().default(''),
    requestedBy: integer().references(() => users.id),
    bulkRefundId: bigint({ mode: 'number' }).references(() => bulkRefunds.id),
    idempotencyKey: uuid().notNull(),
    /** The bank's id of the request under this key, if it gave one. */
    actionId: text(),
    state: text({ enum: ['intended', 'sent', 'confirmed', 'failed', 'unknown'] })
      .notNull()
      .default('intended'),
    /** How often the bank refused it, and how often it was checked. */
    refusals: integer().notNull().default(0),
    checks: integer().notNull().default(0),
    checkAt: timestamptz().notNull().defaultNow(),
    createdAt: timestamptz().notNull(),
    confirmedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('refunds_of_whole_once')
      .on(table.paymentId)
      .where(sql`${table.reason} in ('no_place', 'flagged', 'at_bank')`),
    index('refunds_by_payment').on(table.paymentId),
    index('refunds_by_bulk').on(table.bulkRefundId),
    index('refunds_to_check')
      .on(table.checkAt)
      .where(sql`${table.state} in ('intended', 'unknown', 'sent')`),
    check('refunds_amount', sql`${table.amountTetri} >= 0`),
    check('refunds_fee', sql`${table.feeTetri} >= 0`),
  ],
);

/**
 * The ledger, kept permanently: triggers refuse changes, deletions, and movements whose entries do not sum to zero. `bank`: our money at
 * the bank; the other side is `sales`, `owed` (to be refunded to guests) or `unclear` (until staff decide).
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The name of the movement, such as `capture 12`, written only once. */
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
