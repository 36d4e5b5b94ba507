import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { events } from '#server/content/content.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { holds } from './holds.table.ts';
import { tickets } from './tickets.table.ts';

/**
 * A ticket listed for resale: valid until another guest has paid for its place. `open` until then; `holdId` while its place is held for a
 * waitlist entry; `sold` with the refund; `withdrawn` by its owner; `ended` when the ticket ended otherwise, or the time was over.
 */
export const resaleListings = pgTable(
  'resale_listings',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ticketId: bigint({ mode: 'number' })
      .notNull()
      .references(() => tickets.id),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    state: text({ enum: ['open', 'sold', 'withdrawn', 'ended'] })
      .notNull()
      .default('open'),
    /** What the club keeps of the price, as it was when the ticket was listed. */
    feeTetri: integer().notNull(),
    holdId: integer().references(() => holds.id, { onDelete: 'set null' }),
    createdAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('resale_listings_one_open')
      .on(table.ticketId)
      .where(sql`${table.state} = 'open'`),
    index('resale_listings_open')
      .on(table.eventId, table.id)
      .where(sql`${table.state} = 'open'`),
    index('resale_listings_by_ticket').on(table.ticketId),
    index('resale_listings_by_hold').on(table.holdId),
    check('resale_listings_fee', sql`${table.feeTetri} >= 0`),
  ],
);
