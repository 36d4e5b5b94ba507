import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ALERT_KINDS } from '#shared/staff/money.contract.ts';
import { timestamptz } from '#server/platform/db/columns.ts';

/** Faults that staff must look at. One row per kind and subject while it is open; it ends when its cause is gone. */
export const alerts = pgTable(
  'alerts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ALERT_KINDS }).notNull(),
    /** What it is about, such as `payment 12`. */
    subject: text().notNull(),
    detail: text().notNull(),
    createdAt: timestamptz().notNull(),
    resolvedAt: timestamptz(),
    /** When a mail to the club named it. */
    mailedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('alerts_one_open')
      .on(table.kind, table.subject)
      .where(sql`${table.resolvedAt} is null`),
    index('alerts_by_time').on(table.createdAt),
  ],
);
