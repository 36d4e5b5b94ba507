import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';

/** The new address of an account, until its mailbox is read (docs/decisions/0104). An account has at most one. */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    /** Of the mailed link; null until it is mailed. */
    tokenHash: text(),
    /** The session that requested it, which does not end with the change; null when staff did. */
    sessionId: uuid(),
    createdAt: timestamptz().notNull(),
    /** When the link is mailed, for a change that staff made of a verified address; null where it was mailed at once. */
    notBefore: timestamptz(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [
    uniqueIndex('email_changes_by_hash').on(table.tokenHash),
    check('email_changes_link', sql`${table.tokenHash} is not null or ${table.notBefore} is not null`),
  ],
);
