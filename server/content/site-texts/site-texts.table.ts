import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { TEXT_LANGUAGES } from '#shared/site-texts/site-texts.ts';
import { timestamptz } from '#server/platform/db/columns.ts';

/**
 * Texts of the site that staff edited, in every version; a trigger refuses changes and deletions. The latest version of a key in a language
 * is shown; one without a value shows the standard text again.
 */
export const siteTexts = pgTable(
  'site_texts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    key: text().notNull(),
    language: text({ enum: TEXT_LANGUAGES }).notNull(),
    version: integer().notNull(),
    value: text(),
    /** An account: the database has the foreign key (migration 0025). */
    editorId: integer().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    uniqueIndex('site_texts_by_version').on(table.key, table.language, table.version),
    check('site_texts_version', sql`${table.version} > 0`),
  ],
);
