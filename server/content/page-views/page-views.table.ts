import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { LANGUAGES } from '#shared/constants.ts';

/** The views of a page per day (in Tbilisi). Nothing about visitors: no address, no cookie, no browser. */
export const pageViews = pgTable(
  'page_views',
  {
    day: date({ mode: 'string' }).notNull(),
    path: text().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    views: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.path, table.language] }), check('page_views_some', sql`${table.views} > 0`)],
);
