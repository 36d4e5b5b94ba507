import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import { promoCodes } from './promo-codes.table.ts';
import { promoters } from './promoters.table.ts';

/**
 * A cart line: places of one ticket type held for one user at a frozen price. Except listed ones, they count in `sold_or_reserved` of the ticket type
 * and the event; the transaction that deletes the row either reduces `sold_or_reserved` or inserts the tickets. `orderId`: the order that is being
 * paid with it.
 */
export const holds = pgTable(
  'holds',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    ticketTypeId: integer('ticket_type_id')
      .notNull()
      .references(() => ticketTypes.id),
    quantity: integer().notNull(),
    /** How many of them are places of tickets listed for resale (`resale_listings`), which count as those tickets until they are paid. */
    resaleQuantity: integer().notNull().default(0),
    priceTetri: integer().notNull(),
    /** The code that opened the line, and the price per place without it; null where nothing was sold without a code. */
    promoCodeId: integer().references(() => promoCodes.id),
    publicPriceTetri: integer(),
    /** The promoter whose link brought the guest. */
    promoterId: integer().references(() => promoters.id),
    heldUntil: timestamptz().notNull(),
    /** Since when the user has held places of the event without a pause; HOLD_LIMIT_MS counts from here. */
    heldSince: timestamptz().notNull().defaultNow(),
    orderId: bigint({ mode: 'number' }),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    uniqueIndex('holds_one_per_person_and_event').on(table.userId, table.eventId),
    index('holds_by_ticket_type_and_end').on(table.ticketTypeId, table.heldUntil),
    index('holds_by_end').on(table.heldUntil),
    index('holds_by_order').on(table.orderId),
    index('holds_by_promo_code')
      .on(table.promoCodeId)
      .where(sql`${table.promoCodeId} is not null`),
    index('holds_by_promoter')
      .on(table.promoterId)
      .where(sql`${table.promoterId} is not null`),
    check('holds_quantity', sql`${table.quantity} > 0`),
    check('holds_resale_quantity', sql`${table.resaleQuantity} >= 0`),
  ],
);

/**
 * Places of an event that a user held and released unpaid: a new hold within HOLD_COOLDOWN_MS keeps the same `heldSince`, so that removing and
 * adding gains no time. Deleted when it no longer matters.
 */
export const holdHistory = pgTable(
  'hold_history',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    heldSince: timestamptz().notNull(),
    endedAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.eventId] }), index('hold_history_by_end').on(table.endedAt)],
);

/**
 * An expired line: it holds nothing, but its owner sees it and may reserve the places again. `seenAt`: when they first saw it in the cart;
 * until then a checkout must not silently leave it out.
 */
export const expiredHolds = pgTable(
  'expired_holds',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    quantity: integer().notNull().default(1),
    expiredAt: timestamptz().notNull(),
    seenAt: timestamptz(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.eventId] }), index('expired_holds_by_time').on(table.expiredAt)],
);
