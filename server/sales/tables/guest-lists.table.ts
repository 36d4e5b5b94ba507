import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { orders } from './orders.table.ts';

/**
 * A guest list: at most `allocation` people who come in to an event without a ticket, before `freeUntil`. A list that has ended admits no one.
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
    allocation: integer().notNull(),
    freeUntil: timestamptz(),
    /** What each of its people pays at the door, outside the books; null: free. */
    priceTetri: integer(),
    /** How many tickets the list may mail by staff without the right `tickets.give`, and by its link. */
    mailedTickets: integer().notNull().default(0),
    createdBy: integer().references(() => users.id, { onDelete: 'set null' }),
    createdAt: timestamptz().notNull(),
    endedAt: timestamptz(),
    /** The hash of the token in the link with which the list's owner adds names without an account, and when it was made; null without. */
    linkHash: text(),
    linkMadeAt: timestamptz(),
    /** The maker of the link, which ends with their access. Null for a link of an earlier version: then it is the maker of the list. */
    linkMadeBy: integer().references(() => users.id, { onDelete: 'set null' }),
    /** Counts changes of the list, so that two editors get a conflict. */
    version: integer().notNull().default(1),
  },
  (table) => [
    index('guest_lists_by_event').on(table.eventId),
    uniqueIndex('guest_lists_by_link').on(table.linkHash),
    check('guest_lists_allocation', sql`${table.allocation} > 0`),
    check('guest_lists_price', sql`${table.priceTetri} > 0`),
    check('guest_lists_mailed_tickets', sql`${table.mailedTickets} >= 0`),
  ],
);

/** A guest list entry: a name with `plusOnes` more people. `lastName` is empty for a single name. Names are erased after the event. */
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
    /** A note for the list, such as "press". Erased with the names. */
    note: text().notNull().default(''),
    createdAt: timestamptz().notNull(),
    removedAt: timestamptz(),
    /** The complimentary order of its ticket, which is one of its places. Kept when the ticket was revoked. */
    orderId: bigint({ mode: 'number' }).references(() => orders.id),
    /** The banned guest whose ticket was not mailed, which only staff are told, not the list's owner. Erased with the names. */
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
