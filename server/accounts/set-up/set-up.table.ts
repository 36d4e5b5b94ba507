import { pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/platform/db/sql-parts.ts';

/** The link with which the first Owner is created: one at most, none once there is an Owner. */
export const setUpLinks = pgTable('set_up_links', {
  tokenHash: text().primaryKey(),
  createdAt: timestamptz().notNull(),
});
