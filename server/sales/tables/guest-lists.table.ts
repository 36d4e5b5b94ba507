import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { orders } from './orders.table.ts';

/**
 * A guest list: people who come in to an event without a ticket, `quota` of them at most, before `freeUntil`. Nobody comes in by a list that
 * has ended.
 */
export const guestLists = pgTable(
  'guest_lists',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /** Whose list it is, for staff and the door. */
    name: text().notNull(),
    quota: integer().notNull(),
    freeUntil: timestamptz(),
    /** What each of its people pays at the door, outside our books; null: they come in free. */
    priceTetri: integer(),
    /** How many tickets the list may mail without the right `tickets.give`: by staff who edit it, and with its link. */
    mailedTickets: integer().notNull().default(0),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz().notNull(),
    endedAt: timestamptz(),
    /** The hash of the token in the link with which its owner writes names without an account, and when it was made; null without one. */
    linkHash: text(),
    linkMadeAt: timestamptz(),
    /** Who made the link, which ends with their access. Null for a link of an earlier version: then it is who made the list. */
    linkMadeBy: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Counts changes of the list itself, so that two editors get a conflict. */
    version: integer().notNull().default(1),
  },
  (table) => [
    index('guest_lists_by_event').on(table.eventId),
    uniqueIndex('guest_lists_by_link').on(table.linkHash),
    check('guest_lists_quota', sql`${table.quota} > 0`),
    check('guest_lists_price', sql`${table.priceTetri} > 0`),
    check('guest_lists_mailed_tickets', sql`${table.mailedTickets} >= 0`),
  ],
);

/** Somebody on a guest list, with `plusOnes` more people. `lastName` is empty for a name of one word. The names go some time after the event. */
export const guestListEntries = pgTable(
  'guest_list_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    listId: integer()
      .notNull()
      .references(() => guestLists.id, { onDelete: 'cascade' }),
    firstName: text().notNull(),
    lastName: text().notNull(),
    plusOnes: smallint().notNull().default(0),
    /** What the list says of the person, such as "press". It goes with the names. */
    note: text().notNull().default(''),
    createdAt: timestamptz().notNull(),
    removedAt: timestamptz(),
    /** The complimentary order whose ticket is one of its places. It stays when the ticket was taken back. */
    orderId: bigint({ mode: 'number' }).references(() => orders.id),
    /** The banned guest whose ticket was not mailed. Staff are told, and the owner of the list is not. It goes with the names. */
    refusedUserId: integer().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    index('guest_list_entries_by_list').on(table.listId),
    uniqueIndex('guest_list_entries_by_order')
      .on(table.orderId)
      .where(sql`${table.orderId} is not null`),
    check('guest_list_entries_plus_ones', sql`${table.plusOnes} >= 0`),
  ],
);
