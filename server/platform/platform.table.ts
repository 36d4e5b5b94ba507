import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { ALERT_KINDS, type AlertParams } from '#shared/staff/alerts.contract.ts';

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
    // The keys of mails about the same thing share a prefix: `ticket:17`, `ticket:17:again:…`.
    index('mails_by_beginning').on(table.key.op('text_pattern_ops')),
    // For the mails of a person (`isMailTo` in mail.queries.ts).
    index('mails_by_recipient').on(sql`lower(${table.recipient} collate "C")`),
    index('mails_not_sent')
      .on(table.id)
      .where(sql`${table.state} <> 'sent'`),
  ],
);

/** Faults that staff must look at. One row per kind and subject while open; it ends when its cause is gone. */
export const alerts = pgTable(
  'alerts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: ALERT_KINDS }).notNull(),
    /** What the alert is about, such as `payment 12`. */
    subject: text().notNull(),
    /** The fault in English, for the log. */
    detail: text().notNull(),
    /** The values of its text in the reader's language (`alertDetail`). */
    params: jsonb().$type<AlertParams>().notNull().default({}),
    createdAt: timestamptz().notNull(),
    resolvedAt: timestamptz(),
    /** When a message last reported it as open: at first, and each day while it lasts. */
    mailedAt: timestamptz(),
    /** When a message reported its end. */
    endMailedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('alerts_one_open')
      .on(table.kind, table.subject)
      .where(sql`${table.resolvedAt} is null`),
    index('alerts_by_time').on(table.createdAt),
    index('alerts_end_to_mail')
      .on(table.id)
      .where(sql`${table.resolvedAt} is not null and ${table.mailedAt} is not null and ${table.endMailedAt} is null`),
  ],
);

/** Every command of staff that changed something, stored for good: a trigger refuses changes and deletions (I14). */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /**
     * An account; the database has the foreign key, in its baseline. Null: the scanner device of this name, or a guest
     * list's owner (`BY_LINK`).
     */
    staffId: integer(),
    scannerDeviceName: text(),
    action: text().notNull(),
    /** What the command changed, such as `order 12`. */
    subject: text().notNull(),
    detail: jsonb().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    check('audit_entries_by_account_or_scanner_device', sql`(${table.staffId} is null) <> (${table.scannerDeviceName} is null)`),
    // `text_pattern_ops` lets the index find the prefix of a subject, its kind, in every collation.
    index('audit_entries_by_subject').on(table.subject.op('text_pattern_ops')),
    index('audit_entries_by_time').on(table.createdAt),
    index('audit_entries_by_staff').on(table.staffId, table.id),
    index('audit_entries_by_action').on(table.action, table.id),
  ],
);

/** Answers stored by `Idempotency-Key`, per caller and call. `status` is null while the first call runs. */
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

/** Keys that outlive a change of the secret, sealed under it (server/platform/kept-keys.ts). */
export const keptKeys = pgTable('kept_keys', {
  name: text().primaryKey(),
  sealedKey: text().notNull(),
  /** When it was last sealed under another secret. */
  resealedAt: timestamptz(),
});

/** The machines that serve this database: each notes every ten seconds that it lives, and removes its row when it stops. */
export const machines = pgTable('machines', {
  /** Its host name and port. */
  name: text().primaryKey(),
  version: text().notNull(),
  /** How many of its processes serve. */
  processes: integer().notNull(),
  seenAt: timestamptz().notNull(),
});
