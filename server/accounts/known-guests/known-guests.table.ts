import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { GIVEN_STATUSES } from '#shared/staff/known-guests.schemas.ts';

/** Guests whom the club imported from a file. A row is deleted when it expires, when it was withdrawn, and when the guest declines. */
export const knownGuests = pgTable(
  'known_guests',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    email: text().notNull(),
    /** The canonical form of the address, as in `users`. */
    emailKey: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    /** What the account gets once its address is proved; null for nothing. */
    status: text({ enum: GIVEN_STATUSES }),
    note: text().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    importedBy: integer()
      .notNull()
      .references(() => users.id),
    importedAt: timestamptz().notNull(),
    /** When the mail was queued, and the hash of its token; null until then. */
    invitedAt: timestamptz(),
    tokenHash: text(),
    expiresAt: timestamptz().notNull(),
    /** The account that proved the address. */
    usedBy: integer().references(() => users.id, { onDelete: 'cascade' }),
    usedAt: timestamptz(),
    withdrawnAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('known_guests_once_per_email').on(table.emailKey),
    uniqueIndex('known_guests_by_hash').on(table.tokenHash),
    index('known_guests_by_account').on(table.usedBy),
    index('known_guests_to_invite')
      .on(table.id)
      .where(sql`${table.invitedAt} is null`),
    check('known_guests_status', sql`${table.status} in ('Verified', 'Welcomed_Guest')`),
    check('known_guests_invited', sql`(${table.invitedAt} is null) = (${table.tokenHash} is null)`),
    check('known_guests_used', sql`(${table.usedBy} is null) = (${table.usedAt} is null)`),
    check('known_guests_one_end', sql`${table.usedAt} is null or ${table.withdrawnAt} is null`),
  ],
);

/** Addresses whose readers declined an invitation, as a keyed digest, so that no later import invites them again. */
export const declinedInvitations = pgTable('declined_invitations', {
  emailDigest: text().primaryKey(),
  declinedAt: timestamptz().notNull(),
});
