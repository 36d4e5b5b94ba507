import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';

const at = () => timestamp({ withTimezone: true, mode: 'date' });

/** What staff write about a guest. A note is withdrawn, never taken out: only with the account it goes. */
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
    createdAt: at().notNull(),
    withdrawnAt: at(),
    withdrawnById: integer().references(() => users.id),
  },
  (table) => [index('guest_notes_by_guest').on(table.userId, table.id)],
);
