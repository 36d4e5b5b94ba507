import { bigint, index, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const enquiries = pgTable(
  'enquiries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ['rental', 'dj'] }).notNull(),
    body: text().notNull(),
    state: text({ enum: ['new', 'answered', 'closed'] })
      .notNull()
      .default('new'),
    createdAt: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [index('enquiries_by_time').on(table.createdAt)],
);
