import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { orderLines } from './orders.table.ts';
import { tickets } from './tickets.table.ts';

/**
 * A link with which the buyer of several places gives the unclaimed ones to friends, one to each; its token is stored as a hash. Open until
 * `endedAt`: the buyer ended it, or made another one.
 */
export const claimLinks = pgTable(
  'claim_links',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    orderLineId: bigint({ mode: 'number' })
      .notNull()
      .references(() => orderLines.id),
    fromUserId: integer()
      .notNull()
      .references(() => users.id),
    tokenHash: text().notNull(),
    createdAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('claim_links_by_token').on(table.tokenHash),
    uniqueIndex('claim_links_one_open')
      .on(table.orderLineId, table.fromUserId)
      .where(sql`${table.endedAt} is null`),
    index('claim_links_by_sender').on(table.fromUserId),
  ],
);

/**
 * A link with which a ticket's owner transfers it to a friend; its token is stored as a hash. Open until a guest takes the ticket, or until
 * `endedAt`: its owner withdrew it, made another one, or lost the ticket. Without a token it is a transfer that needed no link of its own: a
 * claim by `claimLinkId`, or without one a place that returned to its sender.
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
    tokenHash: text(),
    claimLinkId: integer().references(() => claimLinks.id),
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
    index('ticket_transfers_by_new_ticket').on(table.newTicketId),
    index('ticket_transfers_by_claim_link').on(table.claimLinkId),
  ],
);
