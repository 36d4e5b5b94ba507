import { sql } from 'drizzle-orm';
import { ADMITTED_STATUSES, isAdmitted, isBanned } from '#shared/accounts/account-rules.ts';
import type { Status } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { users } from './accounts.table.ts';

/**
 * These rules in SQL, for statements that decide many requests at once. `user` is an alias of `users`, `now` a parameter or a column. Tests
 * compare bans and admitted statuses with TypeScript.
 */
export const bannedSql = (user: string, now: string): string =>
  `(${user}.banned_at is not null and (${user}.banned_until is null or ${user}.banned_until > ${now}))`;

export const admittedSql = (user: string): string => `(${user}.status in (${ADMITTED_STATUSES.map((status) => `'${status}'`).join()}))`;

/**
 * Staff rejected this account, or another one of the person while this one was not verified: whose papers staff have seen suffers nothing from
 * somebody who registered with the same number.
 */
export const rejectedSql = (user: string): string =>
  `(${user}.status = 'Rejected' or not ${admittedSql(user)} and exists (
    select from users other where other.personal_number_digest = ${user}.personal_number_digest and other.status = 'Rejected'))`;

/** The columns of a buyer that `checkMayBuy` needs. */
export const buyerColumns = {
  status: users.status,
  /** This account, or the person (`rejectedSql`). */
  isRejected: sql<boolean>`${sql.raw(rejectedSql('users'))}`,
  bannedAt: users.bannedAt,
  bannedUntil: users.bannedUntil,
  emailProvedAt: users.emailProvedAt,
};

type Buyer = { status: Status; isRejected: boolean; bannedAt: Date | null; bannedUntil: Date | null };

type BuyingRules = { verifiedOnly: boolean; rejectedMayBuy: boolean };

/** `rejectedMayBuy`: the club's setting for the status Rejected. @throws banned, account_rejected, verified_only */
export function checkMayBuy(buyer: Buyer, { verifiedOnly, rejectedMayBuy }: BuyingRules, now: Date): void {
  if (isBanned(buyer, now)) throw new AppError('banned');
  if (!rejectedMayBuy && buyer.isRejected) throw new AppError('account_rejected');
  if (verifiedOnly && !isAdmitted(buyer.status)) throw new AppError('verified_only');
}
