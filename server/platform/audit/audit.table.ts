import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/platform/db/columns.ts';

/** Every command of staff that changed something, kept for good: a trigger refuses changes and deletions (I14). */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** An account: the database has the foreign key (migration 0025). */
    staffId: integer().notNull(),
    action: text().notNull(),
    /** What it was done to, such as `order 12`. */
    subject: text().notNull(),
    detail: jsonb().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    // `text_pattern_ops` lets the index find the kind, the beginning of a subject, in every collation.
    index('audit_entries_by_subject').on(table.subject.op('text_pattern_ops')),
    index('audit_entries_by_time').on(table.createdAt),
    index('audit_entries_by_staff').on(table.staffId, table.id),
    index('audit_entries_by_action').on(table.action, table.id),
  ],
);
