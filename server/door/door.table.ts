import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { events } from '#server/content/content.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { guestListEntries } from '#server/sales/tables/guest-lists.table.ts';
import { tickets } from '#server/sales/tables/tickets.table.ts';
import { type ScannerDeviceRight, SCAN_KINDS } from '#shared/door/scanner-devices.ts';

/**
 * A phone's permission to work at the door of one event (docs/decisions/0083). Until `secretUntil`, the first phone that brings the secret
 * stores its public key, and from then on the secret works only with that key. Ended by `revokedAt` (staff), `leftAt` (the phone) or two
 * hours after the event's end.
 */
export const scannerDevices = pgTable(
  'scanner_devices',
  {
    id: uuid().primaryKey(),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    name: text().notNull(),
    rights: text().array().notNull().$type<ScannerDeviceRight[]>(),
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
    /** What the phone reported with its last call. The clock offset is in milliseconds, positive if the phone is ahead. */
    seenAt: timestamptz(),
    unsent: integer(),
    offlineManifestVersion: text(),
    offsetMs: integer(),
    uncertaintyMs: integer(),
  },
  (table) => [index('scanner_devices_by_event').on(table.eventId), uniqueIndex('scanner_devices_by_secret').on(table.secretHash)],
);

/** Calls of scanner devices in the last minutes, to reject repeats. */
export const scannerDeviceCalls = pgTable(
  'scanner_device_calls',
  {
    scannerDeviceId: uuid()
      .notNull()
      .references(() => scannerDevices.id, { onDelete: 'cascade' }),
    nonce: text().notNull(),
    calledAt: timestamptz().notNull(),
  },
  (table) => [primaryKey({ columns: [table.scannerDeviceId, table.nonce] }), index('scanner_device_calls_by_time').on(table.calledAt)],
);

/** Reason of a code that is not one of ours. */
export const TAMPERED = 'code_tampered';
/** The reason of an undo that stops a refund; the rejection is kept. */
export const REFUND_UNDONE = 'refund_undone';
/** Reason of an undo after which no one is inside with the ticket. */
export const FREED = 'freed';
/** Reason of an admission after the guest went out; it opens the ticket's next visit. */
export const BACK_IN = 'back_in';
/** Reasons of admissions by an offline phone that do not use the ticket up: after the end of its scanner device, and by number without a code. */
export const AFTER_END = 'device_ended';
export const WITHOUT_CODE = 'without_code';
/** Reason of an offline phone that did not admit a genuine code because its offline manifest lacks the ticket. */
export const NOT_LISTED = 'not_listed';
/** Reasons of admissions by an offline phone with a valid ticket while the door should have been closed to it, or to its guest. */
export const OF_DOOR = ['full', 'not_open_yet', 'rejected_before', 'needs_name'] as const;

/**
 * Every decision at the door, by staff or by a scanner device, kept for good: a trigger refuses changes and deletions. At most one acceptance per ticket
 * and visit; a visit ends with an undo that frees the ticket, and when the guest comes back in.
 */
export const scans = pgTable(
  'scans',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    scanId: uuid(),
    /** Null for people counted without a ticket. */
    ticketId: bigint({ mode: 'number' }).references(() => tickets.id),
    /** The guest list entry by which these `people` were admitted together. */
    entryId: bigint({ mode: 'number' }).references(() => guestListEntries.id),
    people: smallint().notNull().default(1),
    /** The account or scanner device that decided. */
    staffId: integer().references(() => users.id),
    scannerDeviceId: uuid().references(() => scannerDevices.id),
    /** The scan's number on the phone: 1, 2, 3, … per scanner device. */
    sequence: integer(),
    kind: text({ enum: SCAN_KINDS }).notNull().default('in'),
    /** `conflict`: admitted by an offline phone against what the server knew. `noted`: neither admits nor refuses. */
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
    /** When the phone's upload arrived; null for scans by staff, which are decided on arrival. */
    receivedAt: timestamptz(),
    /** How far the phone's clock was ahead at this scan, and the uncertainty, in milliseconds. */
    offsetMs: integer(),
    uncertaintyMs: integer(),
    offlineManifestVersion: text(),
    /** The acceptance that an undo takes back. */
    undoneScanId: uuid(),
    visit: smallint().notNull().default(1),
    /** Why the refused guest is refunded. */
    refundReason: text(),
    /** The event of the door, if the caller named one. No foreign key, because it would lock the event's row with every entry. */
    eventId: integer(),
  },
  (table) => [
    check('scans_by_account_or_scanner_device', sql`(${table.staffId} is null) <> (${table.scannerDeviceId} is null)`),
    // A phone that gets no answer in time decides alone under the same id.
    uniqueIndex('scans_by_scan_id').on(table.scanId, table.decidedBy),
    uniqueIndex('scans_one_acceptance_per_ticket')
      .on(table.ticketId, table.visit)
      .where(sql`${table.result} = 'accepted'`),
    index('scans_by_ticket').on(table.ticketId),
    index('scans_by_time').on(table.decidedAt),
    index('scans_by_event').on(table.eventId),
    index('scans_by_entry')
      .on(table.entryId)
      .where(sql`${table.entryId} is not null`),
    // Partial: most rows are scans by staff or undo nothing.
    index('scans_by_scanner_device')
      .on(table.scannerDeviceId)
      .where(sql`${table.scannerDeviceId} is not null`),
    uniqueIndex('scans_undone_once')
      .on(table.undoneScanId)
      .where(sql`${table.undoneScanId} is not null`),
  ],
);
