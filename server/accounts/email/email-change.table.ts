import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';

/** The address that an account is to have, once its mailbox is read (docs/decisions/0104). An account has one such wish at most. */
export const emailChanges = pgTable(
  'email_changes',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    /** Of the mailed link; null until it is mailed. */
    tokenHash: text(),
    /** The session that wanted it, which stays; null when staff did. */
    sessionId: uuid(),
    createdAt: timestamptz().notNull(),
    /** When the link of a change that staff made of a verified address is mailed; null where it was mailed at once. */
    notBefore: timestamptz(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [
    uniqueIndex('email_changes_by_hash').on(table.tokenHash),
    check('email_changes_link', sql`${table.tokenHash} is not null or ${table.notBefore} is not null`),
  ],
);
