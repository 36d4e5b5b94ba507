import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/columns.ts';

/** Staff's notes about a guest. A note is withdrawn, never deleted, except with the account. */
export const guestNotes = pgTable(
  'guest_notes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    authorId: integer()
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: timestamptz().notNull(),
    withdrawnAt: timestamptz(),
    withdrawnById: integer().references(() => users.id),
  },
  (table) => [index('guest_notes_by_guest').on(table.userId, table.id)],
);
