import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { events } from '#server/content/content.table.ts';

/**
 * The counted numbers of an event: a row for each currency in which money moved, and always one in the club's currency, which alone has the
 * people. They are those of ledger, tickets and door as long as no change of the event waits in `number_changes`; events without a row have
 * nothing to count.
 */
export const eventNumbers = pgTable(
  'event_numbers',
  {
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    currency: text().notNull(),
    /** What the bank took, and what it gave back. */
    grossTetri: integer().notNull(),
    refundedTetri: integer().notNull(),
    /** Valid tickets, those given away included, and how many of them were given away. */
    sold: integer().notNull(),
    given: integer().notNull(),
    /** The people who came in, with a ticket or without, and the valid tickets that nobody used. */
    came: integer().notNull(),
    /** Those of them who stand on a guest list, also with the ticket that was mailed to them. */
    listed: integer().notNull().default(0),
    unused: integer().notNull(),
    /** The accounts with a valid ticket, and how many of them had come to an earlier event. */
    guests: integer().notNull(),
    again: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.currency] })],
);

/**
 * Where the buyers of an event came from, counted together with its numbers: words of links that are not there are empty, and the row without
 * any word has all sources that are too many for rows of their own.
 */
export const eventSources = pgTable(
  'event_sources',
  {
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    source: text().notNull(),
    medium: text().notNull(),
    campaign: text().notNull(),
    orders: integer().notNull(),
    /** The valid tickets, how many of them were used, and their price. */
    tickets: integer().notNull(),
    arrived: integer().notNull(),
    tetri: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.source, table.medium, table.campaign] })],
);

/**
 * A row for each change of something that is counted, written by triggers in the transaction of the change (migration 0063). It is deleted
 * by who counts the event again. No foreign key and no unique key: nobody waits for another's change.
 */
export const numberChanges = pgTable(
  'number_changes',
  { id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(), eventId: integer().notNull() },
  (table) => [index('number_changes_by_event').on(table.eventId)],
);
