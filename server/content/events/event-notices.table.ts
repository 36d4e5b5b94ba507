import { sql } from 'drizzle-orm';
import { bigint, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/platform/db/columns.ts';
import { events } from './events.table.ts';

/** A change of an event of which its ticket holders are notified by mail, under the key `event-notice:<id>:<user>`. */
export const eventNotices = pgTable(
  'event_notices',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    kind: text({ enum: ['moved', 'cancelled', 'restored'] }).notNull(),
    /** The event's revision before the change: holders are notified of one change once. */
    version: integer().notNull(),
    /** The event's hours before the change. */
    startedAt: timestamptz().notNull(),
    endedAt: timestamptz().notNull(),
    reason: text().notNull(),
    /** An account: the database holds the reference (migration 0025). */
    createdBy: integer().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    uniqueIndex('event_notices_once').on(table.eventId, table.version),
    check('event_notices_kind', sql`${table.kind} in ('moved', 'cancelled', 'restored')`),
  ],
);
