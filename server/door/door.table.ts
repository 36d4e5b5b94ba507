import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { tickets } from '#server/sales/tickets/tickets.table.ts';

/** Every decision at the door, kept for good: a trigger refuses changes and deletions. At most one acceptance per ticket. */
export const scans = pgTable(
  'scans',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    scanId: uuid(),
    ticketId: bigint({ mode: 'number' })
      .notNull()
      .references(() => tickets.id),
    staffId: integer()
      .notNull()
      .references(() => users.id),
    result: text({ enum: ['accepted', 'rejected', 'refused'] }).notNull(),
    reason: text().notNull(),
    isManual: boolean().notNull(),
    device: text(),
    scannedAt: timestamptz(),
    decidedAt: timestamptz().notNull(),
    answer: jsonb(),
    /** The event of the door, if the caller named one. No foreign key: it would lock the event's row with every entry. */
    eventId: integer(),
  },
  (table) => [
    uniqueIndex('scans_by_scan_id').on(table.scanId),
    uniqueIndex('scans_one_acceptance_per_ticket')
      .on(table.ticketId)
      .where(sql`${table.result} = 'accepted'`),
    index('scans_by_ticket').on(table.ticketId),
    index('scans_by_time').on(table.decidedAt),
    index('scans_by_event').on(table.eventId),
  ],
);
