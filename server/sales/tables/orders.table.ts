import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import { promoCodes } from './promo-codes.table.ts';
import { promoters } from './promoters.table.ts';
import { LANGUAGES } from '#shared/constants.ts';

/** `pending` → `paid` | `failed`; a late success that finds no place → `refunded`. */
export const orders = pgTable(
  'orders',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** A complimentary order costs nothing, has no payment, and is `refunded` when its tickets were revoked. */
    kind: text({ enum: ['sale', 'complimentary'] })
      .notNull()
      .default('sale'),
    state: text({ enum: ['pending', 'paid', 'failed', 'refunded'] })
      .notNull()
      .default('pending'),
    totalTetri: integer().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    /** The buyer's source: the last advertised link opened before the order (`shared/promoters/named-link.ts`). */
    utmSource: text(),
    utmMedium: text(),
    utmCampaign: text(),
    createdAt: timestamptz().notNull(),
    settledAt: timestamptz(),
  },
  (table) => [
    index('orders_by_user').on(table.userId, table.id),
    index('orders_by_state').on(table.state, table.id),
    index('orders_by_time').on(table.createdAt),
    index('orders_with_utm')
      .on(table.id)
      .where(sql`coalesce(${table.utmSource}, ${table.utmMedium}, ${table.utmCampaign}) is not null`),
    check('orders_total', sql`${table.totalTetri} >= 0`),
    check('orders_complimentary', sql`${table.kind} <> 'complimentary' or ${table.totalTetri} = 0`),
  ],
);

export const orderLines = pgTable(
  'order_lines',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    orderId: bigint({ mode: 'number' })
      .notNull()
      .references(() => orders.id),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    ticketTypeId: integer('ticket_type_id')
      .notNull()
      .references(() => ticketTypes.id),
    quantity: integer().notNull(),
    priceTetri: integer().notNull(),
    promoCodeId: integer().references(() => promoCodes.id),
    promoterId: integer().references(() => promoters.id),
  },
  (table) => [
    uniqueIndex('order_lines_by_order').on(table.orderId, table.ticketTypeId),
    index('order_lines_by_event').on(table.eventId, table.orderId),
    index('order_lines_by_promo_code')
      .on(table.promoCodeId)
      .where(sql`${table.promoCodeId} is not null`),
    index('order_lines_by_promoter')
      .on(table.promoterId)
      .where(sql`${table.promoterId} is not null`),
    check('order_lines_quantity', sql`${table.quantity} > 0`),
  ],
);

/** Who gave tickets away and why, or recorded the receipt with which they were paid at the register, and who revoked them. */
export const complimentaryOrders = pgTable(
  'complimentary_orders',
  {
    orderId: bigint({ mode: 'number' })
      .primaryKey()
      .references(() => orders.id),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    givenBy: integer()
      .notNull()
      .references(() => users.id),
    reason: text().notNull(),
    receipt: text(),
    revokedBy: integer().references(() => users.id),
    revokedAt: timestamptz(),
    revokeReason: text(),
  },
  (table) => [
    index('complimentary_orders_by_event').on(table.eventId, table.orderId),
    uniqueIndex('complimentary_orders_receipt')
      .on(table.eventId, sql`lower(${table.receipt})`)
      .where(sql`${table.receipt} is not null and ${table.revokedAt} is null`),
  ],
);
