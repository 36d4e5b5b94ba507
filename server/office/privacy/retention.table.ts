import { sql } from 'drizzle-orm';
import { boolean, check, pgTable } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/platform/db/columns.ts';

/** One row: when old data was last deleted, and the time that the run took for now. */
export const retentionRuns = pgTable(
  'retention_runs',
  {
    isOnly: boolean().primaryKey().default(true),
    ranAt: timestamptz().notNull(),
    until: timestamptz().notNull(),
  },
  (table) => [check('retention_runs_one_row', sql`${table.isOnly}`)],
);
