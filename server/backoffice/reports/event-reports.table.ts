import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { events } from '#server/content/content.table.ts';

/**
 * The report of an event: a row for each currency in which money moved, and always one in the club's currency, which alone has the people.
 * It is current unless a change of the event waits in `number_changes`; events without a row have nothing to count.
 */
export const eventNumbers = pgTable(
  'event_numbers',
  {
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    currency: text().notNull(),
    /** Payments and refunds at the bank. */
    grossTetri: integer().notNull(),
    refundedTetri: integer().notNull(),
    /** Valid tickets including complimentary ones, and how many of them are complimentary. */
    sold: integer().notNull(),
    given: integer().notNull(),
    /** The people who came, with or without a ticket, and the no-shows. */
    came: integer().notNull(),
    /** How many of them came by guest list, including with the ticket mailed to an entry. */
    listed: integer().notNull().default(0),
    unused: integer().notNull(),
    /** Accounts with a valid ticket, and how many of them had come to an earlier event. */
    guests: integer().notNull(),
    again: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.currency] })],
);

/**
 * The sources of an event's buyers, counted with its report. Missing UTM values are empty; the row with no values also collects the sources
 * beyond the limit.
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
    /** Valid tickets, how many of them were used, and their price. */
    tickets: integer().notNull(),
    arrived: integer().notNull(),
    tetri: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.eventId, table.source, table.medium, table.campaign] })],
);

/**
 * A row for each change that affects a report, written by triggers in the transaction of the change and deleted by the
 * next count of the event. No foreign or unique key, so that writers never wait for each other.
 */
export const numberChanges = pgTable(
  'number_changes',
  { id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(), eventId: integer().notNull() },
  (table) => [index('number_changes_by_event').on(table.eventId)],
);
