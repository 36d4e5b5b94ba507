import { ADMITTED_STATUSES, isAdmitted, isBanned } from '#shared/accounts/account-rules.ts';
import type { Status } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { users } from './accounts.table.ts';

/** The columns of a buyer that `checkMayBuy` needs. */
export const buyerColumns = {
  status: users.status,
  bannedAt: users.bannedAt,
  bannedUntil: users.bannedUntil,
  emailProvedAt: users.emailProvedAt,
};

type Buyer = { status: Status; bannedAt: Date | null; bannedUntil: Date | null };

type BuyingRules = { verifiedOnly: boolean; rejectedMayBuy: boolean };

/** `rejectedMayBuy`: the club's setting for the status Rejected. @throws banned, account_rejected, verified_only */
export function checkMayBuy(buyer: Buyer, { verifiedOnly, rejectedMayBuy }: BuyingRules, now: Date): void {
  if (isBanned(buyer, now)) throw new AppError('banned');
  if (!rejectedMayBuy && buyer.status === 'Rejected') throw new AppError('account_rejected');
  if (verifiedOnly && !isAdmitted(buyer.status)) throw new AppError('verified_only');
}

/**
 * The rules of `checkMayBuy` in SQL, for statements that decide many requests at once. `user` is an alias of `users`, `now` a parameter or a column. A
 * test compares both.
 */
export const bannedSql = (user: string, now: string): string =>
  `(${user}.banned_at is not null and (${user}.banned_until is null or ${user}.banned_until > ${now}))`;

export const rejectedSql = (user: string): string => `(${user}.status = 'Rejected')`;

export const admittedSql = (user: string): string => `(${user}.status in (${ADMITTED_STATUSES.map((status) => `'${status}'`).join()}))`;
