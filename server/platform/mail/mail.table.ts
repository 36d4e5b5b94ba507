import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { LANGUAGES } from '#shared/constants.ts';
import { timestamptz } from '#server/platform/db/columns.ts';

/** One logical mail: inserted with the command that causes it, sent later by a job, always with the same Message-ID. */
export const mails = pgTable(
  'mails',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The permanent name of the mail, such as `ticket:17`: queueing it twice inserts one row. */
    key: text().notNull(),
    kind: text().notNull(),
    recipient: text().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    payload: jsonb().notNull(),
    messageId: text().notNull(),
    /** `dead`: given up; `skipped`: no longer needed when it was to be sent. */
    state: text({ enum: ['queued', 'sent', 'dead', 'skipped'] })
      .notNull()
      .default('queued'),
    attempts: integer().notNull().default(0),
    lastError: text(),
    createdAt: timestamptz().notNull(),
    sentAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('mails_once').on(table.key),
    // The keys of mails about one thing begin with its name: `ticket:17`, `ticket:17:again:…`.
    index('mails_by_beginning').on(table.key.op('text_pattern_ops')),
    // For the mails of a person (`isMailTo` in mail.queries.ts).
    index('mails_by_recipient').on(sql`lower(${table.recipient} collate "C")`),
    index('mails_not_sent')
      .on(table.id)
      .where(sql`${table.state} <> 'sent'`),
  ],
);
