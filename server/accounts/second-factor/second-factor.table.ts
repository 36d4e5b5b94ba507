import { sql } from 'drizzle-orm';
import { bigint, boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from '#server/accounts/accounts.table.ts';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { SECOND_FACTOR_KINDS } from '#shared/accounts/second-factor.contract.ts';

/** The second factors of accounts (docs/decisions/0079). A begun authenticator app is active once it was confirmed with a code. */
export const secondFactors = pgTable(
  'second_factors',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: SECOND_FACTOR_KINDS }).notNull(),
    name: text().notNull(),
    /** The TOTP secret, sealed with a key derived from SECRET (totp.ts). */
    sealedSecret: text(),
    /** The newest 30-second step whose code was used; older codes are refused. */
    lastStep: integer(),
    /** A passkey's id at its authenticator and its public key (COSE), both in base64url. */
    credentialId: text(),
    publicKey: text(),
    /** The passkey's own count of its signatures, which never goes back; many always report 0. */
    signatures: bigint({ mode: 'number' }),
    /** How browsers reach the authenticator, as reported when the passkey was added. */
    transports: text().array(),
    createdAt: timestamptz().notNull(),
    activatedAt: timestamptz(),
    /** It was set up by a user who had read the account's mailbox, or had such a factor: a password reset does not remove it. */
    isMailboxProved: boolean().notNull().default(false),
    lastUsedAt: timestamptz(),
  },
  (table) => [
    index('second_factors_by_user').on(table.userId),
    uniqueIndex('second_factors_credential').on(table.credentialId),
    uniqueIndex('second_factors_one_begun_totp')
      .on(table.userId)
      .where(sql`${table.activatedAt} is null and ${table.kind} = 'totp'`),
    check('second_factors_kind', sql`${table.kind} in ('totp', 'passkey')`),
    check(
      'second_factors_passkey',
      sql`${table.kind} <> 'passkey' or num_nulls(${table.credentialId}, ${table.publicKey}, ${table.signatures}, ${table.transports}) = 0`,
    ),
    check('second_factors_secret', sql`${table.kind} <> 'totp' or ${table.sealedSecret} is not null`),
  ],
);

/** Only hashes are stored: a code has 80 random bits and cannot be found from its hash. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    createdAt: timestamptz().notNull(),
    usedAt: timestamptz(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** Logins with a right password whose second factor is still missing. */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    tokenHash: text().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: timestamptz().notNull(),
    expiresAt: timestamptz().notNull(),
    /** Number of codes tried; all but the last were wrong. */
    attempts: integer().notNull().default(0),
  },
  (table) => [index('sign_in_challenges_by_user').on(table.userId)],
);

export const PASSKEY_PURPOSES = ['add', 'sign_in', 'confirm'] as const;

/** What the next passkey of a session or an unfinished login must sign; the first answer uses it up. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    purpose: text({ enum: PASSKEY_PURPOSES }).notNull(),
    /** The id of the session, or the hash of the login's challenge. */
    subject: text().notNull(),
    userId: integer()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    challengeHash: text().notNull(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.purpose, table.subject] }),
    index('passkey_challenges_by_user').on(table.userId),
    check('passkey_challenges_purpose', sql`${table.purpose} in ('add', 'sign_in', 'confirm')`),
  ],
);
