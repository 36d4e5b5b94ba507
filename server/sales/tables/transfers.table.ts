import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { tickets } from './tickets.table.ts';

/**
 * A link with which a ticket's owner transfers it to a friend; its token is stored as a hash. Open until a guest takes the ticket, or until
 * `endedAt`: its owner withdrew it, made another one, or lost the ticket.
 */
export const ticketTransfers = pgTable(
  'ticket_transfers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ticketId: bigint({ mode: 'number' })
      .notNull()
      .references(() => tickets.id),
    fromUserId: integer()
      .notNull()
      .references(() => users.id),
    tokenHash: text().notNull(),
    createdAt: timestamptz().notNull(),
    endedAt: timestamptz(),
    toUserId: integer().references(() => users.id),
    /** The ticket that was issued in its place. */
    newTicketId: bigint({ mode: 'number' }).references(() => tickets.id),
    acceptedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('ticket_transfers_by_token').on(table.tokenHash),
    uniqueIndex('ticket_transfers_one_open')
      .on(table.ticketId)
      .where(sql`${table.endedAt} is null and ${table.acceptedAt} is null`),
    index('ticket_transfers_by_ticket').on(table.ticketId),
    index('ticket_transfers_by_sender').on(table.fromUserId),
    index('ticket_transfers_by_recipient').on(table.toUserId),
  ],
);
