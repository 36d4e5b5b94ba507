import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';

/**
 * A promoter, whose links end in `?via=` and the ref code. The commission is a sum for each guest who came in, and a share of the tickets'
 * money. One that has ended gets no new sales; earlier ones are kept.
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
    /** The hash of the token in the link to the promoter's own page, and when it was made; null without a link. */
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

/** How often a promoter's links were opened on a day, by event; event 0 means all other pages. No data about the visitors is stored. */
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
