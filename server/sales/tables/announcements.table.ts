import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';

/**
 * What staff write in both languages to the ticket holders of an event, or without an event to the newsletter's subscribers. `planned`
 * until `sendAt`, then `sent` with the number of its recipients; `cancelled` by staff before; `missed` when it was too late by then.
 */
export const announcements = pgTable(
  'announcements',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null for a newsletter. */
    eventId: integer().references(() => events.id, { onDelete: 'cascade' }),
    subject: text().notNull(),
    subjectLat: text().notNull(),
    body: text().notNull(),
    bodyLat: text().notNull(),
    state: text({ enum: ['planned', 'sent', 'cancelled', 'missed'] })
      .notNull()
      .default('planned'),
    sendAt: timestamptz().notNull(),
    recipients: integer(),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz().notNull(),
  },
  (table) => [index('announcements_by_event').on(table.eventId), index('announcements_by_time').on(table.state, table.sendAt)],
);
