import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';

/**
 * A promo code, which opens a ticket type of its event. Without `uses`, only the type's allocation limits it. One that has ended opens nothing.
 */
export const promoCodes = pgTable(
  'promo_codes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    ticketTypeId: integer('ticket_type_id')
      .notNull()
      .references(() => ticketTypes.id, { onDelete: 'cascade' }),
    /** As staff wrote it. */
    code: text().notNull(),
    /** `foldPromoCode` of it, for comparisons. */
    folded: text().notNull(),
    /** Who distributes it, for staff. */
    owner: text().notNull(),
    /** The most places in all, and per person. */
    uses: integer(),
    usesPerPerson: integer(),
    validFrom: timestamptz(),
    validUntil: timestamptz(),
    endedAt: timestamptz(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz().notNull(),
    /** Counts changes, so that two editors get a conflict. */
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('promo_codes_once_per_event').on(table.eventId, table.folded),
    index('promo_codes_by_ticket_type').on(table.ticketTypeId),
    check('promo_codes_uses', sql`${table.uses} > 0 and ${table.usesPerPerson} > 0`),
  ],
);
