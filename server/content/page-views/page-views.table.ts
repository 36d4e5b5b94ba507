import { sql } from 'drizzle-orm';
import { check, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { LANGUAGES } from '#shared/constants.ts';

/** How often a page was looked at on a day (Tbilisi's). Nothing about who looked: no address, no cookie, no browser. */
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
