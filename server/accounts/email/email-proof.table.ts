import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { sessions, users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';

/** The newest mail that proves an address (docs/decisions/0081): six digits for one session, and a link for any device. */
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
    /** The hash of the link's token. */
    tokenHash: text().notNull(),
    /** Hashed with a key derived from SECRET, because a plain hash of six digits can be reversed by trying all of them. */
    codeDigest: text().notNull(),
    /** Number of tries, right or wrong. */
    attempts: integer().notNull().default(0),
    createdAt: timestamptz().notNull(),
    codeExpiresAt: timestamptz().notNull(),
    codeUsedAt: timestamptz(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [uniqueIndex('email_proofs_by_hash').on(table.tokenHash), index('email_proofs_by_session').on(table.sessionId)],
);
