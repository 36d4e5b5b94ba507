import { isAdmitted, isBanned } from '#shared/accounts/account-rules.ts';
import type { Status } from '#shared/constants.ts';
import type { LineOutcome } from '#shared/staff/known-guests.contract.ts';

/** What decides whether an import may change the status of an account. */
export type Standing = {
  status: Status;
  bannedAt: Date | null;
  bannedUntil: Date | null;
  /** Staff rejected another account with the same personal number. */
  isPersonRejected: boolean;
  /** Without a personal number a ban or a rejection of the person cannot be noticed. */
  hasNumber: boolean;
  isStaff: boolean;
  /** It has the personal number of the member who imported, about whom only an Owner decides. */
  isSamePerson: boolean;
};

export type Obstacle = Extract<LineOutcome, 'is_team' | 'is_banned' | 'is_rejected' | 'has_status' | 'no_number'>;

/** Returns why an import does not change the status of an account; undefined if it does. A ban or a rejection always wins. */
export function obstacleOf(account: Standing, now: Date): Obstacle | undefined {
  if (account.isStaff || account.isSamePerson) return 'is_team';
  if (isBanned(account, now)) return 'is_banned';
  if (isAdmitted(account.status)) return 'has_status';
  if (account.status === 'Rejected' || account.isPersonRejected) return 'is_rejected';
  return account.hasNumber ? undefined : 'no_number';
}
