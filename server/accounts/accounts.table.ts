import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/platform/db/columns.ts';
import { LANGUAGES, ROLES, STATUSES } from '#shared/constants.ts';

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    email: text().notNull(),
    /** The one form in which addresses are compared (platform/limits/limit-keys.ts). */
    emailKey: text().notNull(),
    passwordHash: text().notNull(),
    firstName: text().notNull(),
    lastName: text().notNull(),
    phoneNumber: text().notNull(),
    country: text().notNull(),
    /** Sealed with a key derived from SECRET: never readable in a dump (accounts/personal-data.ts). */
    sealedPersonalNumber: text().notNull(),
    sealedBirthdate: text().notNull(),
    /** By which an exact personal number is found (accounts/personal-data.ts); null where there is none, or not yet. */
    personalNumberDigest: text(),
    socialMediaProfileLink: text().notNull().default(''),
    socialMediaPlatform: text(),
    socialMediaUsername: text(),
    role: text({ enum: ROLES }).notNull().default('User'),
    status: text({ enum: STATUSES }).notNull().default('Pending'),
    language: text({ enum: LANGUAGES }).notNull().default('en'),
    /** Staff turned the guest away; for good unless `bannedUntil` is over (shared/accounts/account-rules.ts). */
    bannedAt: timestamptz(),
    bannedUntil: timestamptz(),
    banReason: text(),
    /** What staff find a guest by; kept by the database, in Latin letters and with a trigram index where there is one (migration 0017). */
    searchText: text().generatedAlwaysAs(sql`guest_search_text(first_name, last_name, email, phone_number)`),
    createdAt: timestamptz().notNull().defaultNow(),
    /** The guest had the account deleted: what remains names nobody and stands only for what was bought (server/office/privacy). */
    deletedAt: timestamptz(),
  },
  (table) => [
    uniqueIndex('users_one_account_per_email_key').on(table.emailKey),
    index('users_by_status')
      .on(table.status, table.id)
      .where(sql`${table.deletedAt} is null`),
    index('users_by_personal_number').on(table.personalNumberDigest),
    check('users_role', sql`${table.role} in ('User', 'Admin')`),
  ],
);

/** A family of refresh tokens: one sign-in on one device. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    userAgent: text(),
    createdAt: timestamptz().notNull(),
    lastUsedAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    endedAt: timestamptz(),
  },
  (table) => [index('sessions_by_user').on(table.userId)],
);

export const refreshTokens = pgTable(
  'refresh_tokens',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    sessionId: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    /** The token it was given for; none for the first of a family. No foreign key: old parents are deleted. */
    parentId: integer(),
    issuedAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  (table) => [uniqueIndex('refresh_tokens_by_hash').on(table.tokenHash), index('refresh_tokens_by_session').on(table.sessionId)],
);

export const passwordResets = pgTable(
  'password_resets',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: text().notNull(),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  (table) => [uniqueIndex('password_resets_by_hash').on(table.tokenHash), index('password_resets_by_user').on(table.userId)],
);

/** What happened to an account or was refused, for 90 days: a trigger refuses change, and deletion before that. */
export const securityEvents = pgTable(
  'security_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text().notNull(),
    /** Whose account it was, or who acted; nobody's where the address has no account. */
    userId: integer().references(() => users.id),
    /** The network of the caller, never the whole address: /24 of IPv4, /48 of IPv6. */
    network: text(),
    device: text(),
    at: timestamptz().notNull(),
  },
  (table) => [index('security_events_by_user').on(table.userId, table.id), index('security_events_by_time').on(table.at)],
);
