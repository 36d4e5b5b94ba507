import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/platform/db/columns.ts';

/** Answers stored by `Idempotency-Key`, per caller and call. `status` is null while the first call still runs. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    caller: text().notNull(),
    call: text().notNull(),
    key: text().notNull(),
    inputHash: text().notNull(),
    status: integer(),
    body: jsonb(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.caller, table.call, table.key] })],
);
