import { pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/platform/db/sql-parts.ts';

/** The link for the first Owner: at most one, none once there is an Owner. */
export const setUpLinks = pgTable('set_up_links', {
  tokenHash: text().primaryKey(),
  createdAt: timestamptz().notNull(),
});
