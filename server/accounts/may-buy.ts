import { sql } from 'drizzle-orm';
import { isAdmitted } from '#shared/accounts/account-rules.ts';
import type { Status } from '#shared/constants.ts';
import { users } from './accounts.table.ts';

/** `isBanned` (shared/accounts/account-rules.ts) in SQL, for the statement of the door. `user` is an alias of `users`. A test compares both. */
export const bannedSql = (user: string, now: string): string =>
  `(${user}.banned_at is not null and (${user}.banned_until is null or ${user}.banned_until > ${now}))`;

/** The columns that decide whether somebody may buy. */
export const buyerColumns = {
  status: users.status,
  /** Staff rejected another account with the same personal number. */
  isPersonRejected: sql<boolean>`exists (select from users other
    where other.personal_number_digest = users.personal_number_digest and other.id <> users.id and other.status = 'Rejected')`,
  bannedAt: users.bannedAt,
  bannedUntil: users.bannedUntil,
  emailProvedAt: users.emailProvedAt,
};

/**
 * Staff rejected this account, or another one of the person while this one was not verified: whose papers staff have seen suffers nothing from
 * somebody who registered with the same number.
 */
export const isRejected = ({ status, isPersonRejected }: { status: Status; isPersonRejected: boolean }): boolean =>
  status === 'Rejected' || (isPersonRejected && !isAdmitted(status));
