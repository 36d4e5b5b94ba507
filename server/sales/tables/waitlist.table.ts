import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { holds } from './holds.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { LANGUAGES } from '#shared/constants.ts';

/**
 * A waitlist entry of an event, in the order of the ids. `offered`: places are held in the guest's cart since `offeredAt`; then `bought`,
 * or `lapsed` when not paid in time. `left`: by the guest; `removed`: by staff; `ended`: the sale is over, or the guest may not buy.
 */
export const waitlistEntries = pgTable(
  'waitlist_entries',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    quantity: smallint().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    state: text({ enum: ['waiting', 'offered', 'bought', 'lapsed', 'left', 'removed', 'ended'] })
      .notNull()
      .default('waiting'),
    /** The hold with the places of an open offer; null once they are bought or released. */
    holdId: integer().references(() => holds.id, { onDelete: 'set null' }),
    createdAt: timestamptz().notNull(),
    offeredAt: timestamptz(),
    endedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('waitlist_entries_one_per_person')
      .on(table.eventId, table.userId)
      .where(sql`${table.state} in ('waiting', 'offered')`),
    // For the fewest places that a waitlist entry wants, read with each request for places (`findStock`).
    index('waitlist_entries_waiting')
      .on(table.eventId, table.quantity)
      .where(sql`${table.state} = 'waiting'`),
    index('waitlist_entries_by_event').on(table.eventId, table.id),
    index('waitlist_entries_by_user').on(table.userId),
    index('waitlist_entries_by_hold').on(table.holdId),
    check('waitlist_entries_quantity', sql`${table.quantity} > 0`),
  ],
);
