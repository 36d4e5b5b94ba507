import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sessions, users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';

/** The newest mail with which an account can prove its address (docs/decisions/0081): six digits for one session, and a link for any device. */
export const emailProofs = pgTable(
  'email_proofs',
  {
    userId: integer()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Only this session may send the digits. */
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** Of the link. */
    tokenHash: text().notNull(),
    /** The digits, hashed with a key derived from SECRET: a million of them would be found from a plain hash. */
    codeDigest: text().notNull(),
    /** Digits that were tried, right or wrong. */
    attempts: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
    codeExpiresAt: timestamptz().notNull(),
    codeUsedAt: timestamptz(),
    /** When the link ends. */
    expiresAt: timestamptz().notNull(),
  },
  (table) => [uniqueIndex('email_proofs_by_hash').on(table.tokenHash), index('email_proofs_by_session').on(table.sessionId)],
);
