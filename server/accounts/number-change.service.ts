import { type Context, withTransaction } from '#server/platform/context.ts';
import { personalNumberProblem } from '#shared/accounts/account.schemas.ts';
import { isBanned } from '#shared/accounts/account-rules.ts';
import { AppError } from '#shared/errors.ts';
import type { StaffGuestView } from '#shared/staff/guests.contract.ts';
import type { PersonalNumberChange } from '#shared/staff/guests.schemas.ts';
import { findUserById, lockUserById, updateUser, type User } from './accounts.queries.ts';
import { lockNumber } from './bans.queries.ts';
import { applyBansOfNumber, listOtherAccounts } from './bans.service.ts';
import { numberEnd, sealNumber } from './personal-data.ts';
import { recordAboutUser, requireMayDecide } from './roles.service.ts';
import { recordSecurityEvent } from './security-events.service.ts';

type Changed = Pick<StaffGuestView, 'personalNumberEnd' | 'otherAccounts'> & { isBanned: boolean };

/**
 * Changes the personal number of an account registered by another person or opened for a complimentary ticket; an equal number changes
 * nothing. Bans are applied anew (`applyBansOfNumber`); the audit log gets the last four digits. @throws unauthorized, user_not_found,
 * forbidden (`requireMayDecide`), invalid_input, conflict (the number has just been changed)
 */
export async function changePersonalNumber(
  ctx: Context,
  id: number,
  { personalNumber, endsBan = false }: PersonalNumberChange,
): Promise<Changed> {
  const number = sealNumber(ctx.keys, personalNumber);
  const digest = number.personalNumberDigest ?? '';
  await withTransaction(ctx, async (tx) => {
    const before = await lockWithNumbers(tx, id, digest);
    await requireMayDecide(tx, id);
    const problem = personalNumberProblem(personalNumber, before.country);
    if (problem) throw new AppError('invalid_input', { errors: { personalNumber: problem } });
    if (before.personalNumberDigest === digest) return;
    await updateUser(tx.db, id, number);
    const detail = { before: numberEnd(tx.keys, before.sealedPersonalNumber), after: numberEnd(tx.keys, number.sealedPersonalNumber) };
    await recordAboutUser(tx, before, { action: 'guest.number', detail });
    await recordSecurityEvent(tx, 'personal_number_changed', id);
    await applyBansOfNumber(tx, before, { digest, endsBan });
  });
  return viewOf(ctx, id);
}

/** Locks both numbers, always in the same order, and then the account, so that a ban of a number comes before or after the change. */
async function lockWithNumbers(tx: Context, id: number, digest: string): Promise<User> {
  const known = await findUserById(tx.db, id);
  if (!known) throw new AppError('user_not_found');
  const digests = new Set([digest, known.personalNumberDigest ?? digest]);
  for (const each of [...digests].toSorted()) await lockNumber(tx.db, each);
  const user = await lockUserById(tx.db, id);
  if (!user) throw new AppError('user_not_found');
  if (user.personalNumberDigest !== known.personalNumberDigest) throw new AppError('conflict');
  return user;
}

async function viewOf(ctx: Context, id: number): Promise<Changed> {
  const user = await findUserById(ctx.db, id);
  if (!user) throw new AppError('user_not_found');
  return {
    personalNumberEnd: numberEnd(ctx.keys, user.sealedPersonalNumber),
    isBanned: isBanned(user, ctx.clock.now()),
    otherAccounts: await listOtherAccounts(ctx, id),
  };
}
