import { bigint, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/columns.ts';
import { events } from '#server/content/events/events.table.ts';

/** Everybody's money of a cancelled event goes back, order by order. How far it is follows from the tickets and refunds themselves. */
export const bulkRefunds = pgTable(
  'bulk_refunds',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    note: text().notNull(),
    state: text({ enum: ['running', 'stopped', 'done'] }).notNull(),
    startedBy: integer()
      .notNull()
      .references(() => users.id),
    startedAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (table) => [uniqueIndex('bulk_refunds_one_per_event').on(table.eventId)],
);
