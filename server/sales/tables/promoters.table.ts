import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';

/**
 * Somebody who brings guests with links that end in `?refCode=`. The commission is a sum for each guest who came in, and a share of the money of
 * the tickets. One that has ended brings nobody any more; what was brought stays.
 */
export const promoters = pgTable(
  'promoters',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    /** The name in the links. */
    refCode: text().notNull(),
    perArrivalTetri: integer().notNull().default(0),
    percent: integer().notNull().default(0),
    /** The hash of the token in the link of the own page, and when it was made; null without one. */
    linkHash: text(),
    linkMadeAt: timestamptz(),
    endedAt: timestamptz(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz().notNull(),
    version: integer().notNull().default(1),
  },
  (table) => [
    uniqueIndex('promoters_by_ref_code').on(table.refCode),
    uniqueIndex('promoters_by_link').on(table.linkHash),
    check('promoters_commission', sql`${table.perArrivalTetri} >= 0 and ${table.percent} between 0 and 100`),
  ],
);

/** How often links of a promoter were opened on a day, by event; event 0 stands for all other pages. Nothing is known of who opened them. */
export const promoterClicks = pgTable(
  'promoter_clicks',
  {
    promoterId: integer()
      .notNull()
      .references(() => promoters.id, { onDelete: 'cascade' }),
    eventId: integer().notNull(),
    day: date().notNull(),
    clicks: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.promoterId, table.eventId, table.day] }),
    index('promoter_clicks_by_promoter').on(table.promoterId),
  ],
);
