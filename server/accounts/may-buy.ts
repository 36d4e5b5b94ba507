import { isAdmitted, isBanned } from '#shared/accounts/admission.ts';
import type { Status } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { users } from './accounts.table.ts';

/** What a query brings of a buyer so that `checkMayBuy` can judge. */
export const buyerColumns = { status: users.status, bannedAt: users.bannedAt, bannedUntil: users.bannedUntil };

type Buyer = { status: Status; bannedAt: Date | null; bannedUntil: Date | null };

/** @throws banned, verified_only */
export function checkMayBuy(buyer: Buyer, { verifiedOnly }: { verifiedOnly: boolean }, now: Date): void {
  if (isBanned(buyer, now)) throw new AppError('banned');
  if (verifiedOnly && !isAdmitted(buyer.status)) throw new AppError('verified_only');
}
