import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { events, ticketTypes } from '#server/content/content.table.ts';
import { CLAIMS } from '#shared/tickets/claims.ts';
import { orderLines } from './orders.table.ts';
import { refunds } from './payments.table.ts';

/**
 * One place, one person, one entry. `place` numbers the places of an order line, so that a line can never issue twice; a transferred ticket
 * is `transferred`, and its place belongs to the ticket with the next `transferNumber`.
 */
export const tickets = pgTable(
  'tickets',
  {
    id: bigint({ mode: 'number' }).primaryKey(),
    orderLineId: bigint({ mode: 'number' })
      .notNull()
      .references(() => orderLines.id),
    place: integer().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    ticketTypeId: integer('ticket_type_id')
      .notNull()
      .references(() => ticketTypes.id),
    priceTetri: integer().notNull(),
    state: text({ enum: ['valid', 'refunded', 'transferred'] })
      .notNull()
      .default('valid'),
    usedAt: timestamptz(),
    /** The refund that ended it. */
    refundId: bigint({ mode: 'number' }).references(() => refunds.id),
    /** How often its place was transferred before it was issued. */
    transferNumber: smallint().notNull().default(0),
    /** Whose it is (shared/tickets/claims.ts); decided when it is issued. */
    claim: text({ enum: CLAIMS }).notNull().default('bearer'),
    /** When its guest, who had a code, last had to wait again. */
    codeWithdrawnAt: timestamptz(),
    /** The name of the guest who will use it, if its owner entered one. */
    holderName: text(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    uniqueIndex('tickets_once_per_place').on(table.orderLineId, table.place, table.transferNumber),
    index('tickets_by_user').on(table.userId, table.id),
    index('tickets_by_event').on(table.eventId, table.id),
    // Includes the summed columns, so that takings are computed from the index alone.
    index('tickets_by_time').on(table.createdAt, table.priceTetri, table.transferNumber),
    index('tickets_by_refund').on(table.refundId),
    // A guest has one place of an event that wants names.
    uniqueIndex('tickets_one_claimed')
      .on(table.eventId, table.userId)
      .where(sql`${table.state} = 'valid' and ${table.claim} in ('waiting', 'claimed')`),
    index('tickets_unclaimed')
      .on(table.eventId, table.orderLineId)
      .where(sql`${table.state} = 'valid' and ${table.claim} = 'unclaimed'`),
  ],
);
