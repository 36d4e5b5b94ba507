import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { guestListEntries } from '#server/sales/tables/guest-lists.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { type PassRight, SCAN_KINDS } from '#shared/door/passes.ts';

/**
 * A phone's permission to work at the door of one event (docs/decisions/0083). It waits for its phone until `secretUntil`; the phone that
 * brings the secret first stores its public key, and the secret is good for that key only. Ended by `revokedAt` (staff), `leftAt` (the phone) or two hours after
 * the event's end.
 */
export const doorPasses = pgTable(
  'door_passes',
  {
    id: uuid().primaryKey(),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    name: text().notNull(),
    rights: text().array().notNull().$type<PassRight[]>(),
    createdBy: integer()
      .notNull()
      .references(() => users.id),
    createdAt: timestamptz().notNull(),
    /** SHA-256 of the one-time secret, base64url. */
    secretHash: text(),
    secretUntil: timestamptz(),
    /** The phone's ECDSA P-256 key as an uncompressed point, base64url. */
    publicKey: text(),
    takenAt: timestamptz(),
    leftAt: timestamptz(),
    revokedAt: timestamptz(),
    /** The number of the last scan that arrived. */
    lastSequence: integer().notNull().default(0),
    /** What the phone said with its last call; the offset of its clock in milliseconds, positive when it is ahead. */
    seenAt: timestamptz(),
    unsent: integer(),
    packVersion: text(),
    offsetMs: integer(),
    uncertaintyMs: integer(),
  },
  (table) => [index('door_passes_by_event').on(table.eventId), uniqueIndex('door_passes_by_secret').on(table.secretHash)],
);

/** The calls of passes in the last minutes, so that none counts twice. */
export const doorCalls = pgTable(
  'door_calls',
  {
    passId: uuid()
      .notNull()
      .references(() => doorPasses.id, { onDelete: 'cascade' }),
    nonce: text().notNull(),
    calledAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.passId, table.nonce] }), index('door_calls_by_time').on(table.calledAt)],
);

/** The reason of a code that is none of ours. */
export const TAMPERED = 'code_tampered';
/** The reason of an undo after which nobody is inside with the ticket. */
export const FREED = 'freed';
/** The reason of an admission after the guest had gone out: it opens the ticket's next round. */
export const BACK_IN = 'back_in';
/** Reasons of admissions by a phone alone that use no ticket up: after the end of its pass, and by a number without its code. */
export const AFTER_END = 'pass_ended';
export const WITHOUT_CODE = 'without_code';
/** The reason of a phone alone that did not admit a genuine code: its list should have the ticket and does not. */
export const NOT_LISTED = 'not_listed';
/** Reasons of admissions by a phone alone with a ticket that was good, while the door should have been closed to it. */
export const OF_DOOR = ['full', 'not_open_yet'] as const;

/**
 * Every decision at the door, by staff or by a pass, kept for good: a trigger refuses changes and deletions. At most one acceptance per ticket
 * and round; a round ends with an undo that frees the ticket, and when the guest comes back in.
 */
export const scans = pgTable(
  'scans',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    scanId: uuid(),
    /** Null: people counted without a ticket. */
    ticketId: bigint({ mode: 'number' }).references(() => tickets.id),
    /** The entry of a guest list by which so many `people` came in at once. */
    entryId: bigint({ mode: 'number' }).references(() => guestListEntries.id),
    people: smallint().notNull().default(1),
    /** Who decided: an account, or a pass. */
    staffId: integer().references(() => users.id),
    passId: uuid().references(() => doorPasses.id),
    /** The phone's own number of the scan: 1, 2, 3, … of its pass. */
    sequence: integer(),
    kind: text({ enum: SCAN_KINDS }).notNull().default('in'),
    /** `conflict`: admitted by a phone without a network, against what the server knew. `noted`: neither admits nor refuses. */
    result: text({ enum: ['accepted', 'rejected', 'refused', 'conflict', 'noted'] }).notNull(),
    reason: text().notNull(),
    isManual: boolean().notNull(),
    device: text(),
    scannedAt: timestamptz(),
    decidedAt: timestamptz().notNull(),
    answer: jsonb(),
    decidedBy: text({ enum: ['server', 'phone'] })
      .notNull()
      .default('server'),
    /** When the phone's report arrived; null for scans of staff, which are decided as they arrive. */
    receivedAt: timestamptz(),
    /** How far the phone's clock was ahead at this scan, and how sure that is, in milliseconds. */
    offsetMs: integer(),
    uncertaintyMs: integer(),
    packVersion: text(),
    /** The acceptance that an undo takes back. */
    undoneScanId: uuid(),
    round: smallint().notNull().default(1),
    /** Why the guest who was turned away gets the money back. */
    refundReason: text(),
    /** The event of the door, if the caller named one. No foreign key: it would lock the event's row with every entry. */
    eventId: integer(),
  },
  (table) => [
    check('scans_by_account_or_pass', sql`(${table.staffId} is null) <> (${table.passId} is null)`),
    // A phone that hears no answer in time decides alone under the same id.
    uniqueIndex('scans_by_scan_id').on(table.scanId, table.decidedBy),
    uniqueIndex('scans_one_acceptance_per_ticket')
      .on(table.ticketId, table.round)
      .where(sql`${table.result} = 'accepted'`),
    index('scans_by_ticket').on(table.ticketId),
    index('scans_by_time').on(table.decidedAt),
    index('scans_by_event').on(table.eventId),
    index('scans_by_entry')
      .on(table.entryId)
      .where(sql`${table.entryId} is not null`),
    // Scans of staff, and those that undo nothing, stay out of these two: most rows.
    index('scans_by_pass')
      .on(table.passId)
      .where(sql`${table.passId} is not null`),
    uniqueIndex('scans_undone_once')
      .on(table.undoneScanId)
      .where(sql`${table.undoneScanId} is not null`),
  ],
);
