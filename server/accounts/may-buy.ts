import { sql, type SQL } from 'drizzle-orm';
import { isAdmitted } from '#shared/accounts/account-rules.ts';
import type { Status } from '#shared/constants.ts';
import { users } from './accounts.table.ts';

/** `isBanned` (shared/accounts/account-rules.ts) in SQL, for the admission statement; a test compares both. `user`: an alias of `users`. */
export function bannedSql(user: string, moment: SQL): SQL {
  const [at, until] = [sql.raw(`${user}.banned_at`), sql.raw(`${user}.banned_until`)];
  return sql`(${at} is not null and (${until} is null or ${until} > ${moment}))`;
}

/** The columns that decide whether a user may buy. */
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
 * Returns true if staff rejected this account, or another one with its personal number while this one is not verified: a verified guest is
 * not affected by another person who registered with the same number.
 */
export const isRejected = ({ status, isPersonRejected }: { status: Status; isPersonRejected: boolean }): boolean =>
  status === 'Rejected' || (isPersonRejected && !isAdmitted(status));
