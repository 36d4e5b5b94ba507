import { createHmac } from 'node:crypto';
import { queueStatus } from '#server/accounts/accounts.mail.ts';
import { setStatus } from '#server/accounts/guest-status.ts';
import { hashOpaqueToken } from '#server/accounts/tokens.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, type KeySet, withTransaction } from '#server/platform/context.ts';
import { AppError } from '#shared/errors.ts';
import { guestOfDeclineToken } from './decline-token.ts';
import {
  deleteKnownGuest,
  findAccountsOf,
  findOpenByToken,
  findStandingOf,
  forgetInvitationMails,
  insertDeclined,
  useKnownGuestOf,
} from './known-guests.queries.ts';
import { obstacleOf } from './known-status.ts';

/**
 * Gives an account what the club knows about its address, in the transaction that proves the address. The status only if nothing was
 * decided about the account yet and no ban or rejection stands against it; the note always. The entry in the audit log is by the member who
 * imported.
 */
export async function useKnownGuest(tx: Context, userId: number): Promise<void> {
  const now = tx.clock.now();
  const known = await useKnownGuestOf(tx.db, userId, now);
  if (!known) return;
  const { id, status, note, importedBy } = known;
  if (note !== '') await tx.hooks.addGuestNote(tx, { userId, authorId: importedBy, text: note });
  const account = await findStandingOf(tx.db, userId, importedBy);
  if (status === null || account?.status !== 'Pending' || obstacleOf(account, now)) return;
  await setStatus(tx, userId, status);
  await queueStatus(tx, { ...account, status });
  const actor = { userId: importedBy, sessionId: '', rights: [], status: account.status };
  const detail = { before: account.status, after: status, tellGuest: true, knownGuestId: id };
  await recordAction({ ...tx, actor }, { action: 'guest.status', subject: `guest ${userId}`, detail });
}

/** Returns true if this token was mailed to this address in an invitation that is open. */
export async function isInvited(tx: Context, emailKey: string, token: string): Promise<boolean> {
  const known = await findOpenByToken(tx.db, hashOpaqueToken(token), tx.clock.now());
  return known?.emailKey === emailKey;
}

/** Returns what the registration begins with. @throws invalid_token, also when the invitation has ended */
export async function readGuestInvitation(ctx: Context, { token }: { token: string }) {
  const known = await findOpenByToken(ctx.db, hashOpaqueToken(token), ctx.clock.now());
  if (!known) throw new AppError('invalid_token');
  const { email, emailKey, firstName, lastName, status, importedBy } = known;
  const hasAccount = (await findAccountsOf(ctx.db, [emailKey], importedBy)).length > 0;
  return { email, firstName, lastName, isVerified: status !== null, hasAccount };
}

/** Deletes an imported guest with the link of the invitation, for good. The answer does not reveal whether the link is valid. */
export function declineInvitation(ctx: Context, token: string): Promise<void> {
  return withTransaction(ctx, async (tx) => {
    const id = guestOfDeclineToken(tx.keys, token);
    const deleted = id === undefined ? undefined : await deleteKnownGuest(tx.db, id);
    if (!deleted) return;
    await insertDeclined(tx.db, declinedDigest(tx.keys, deleted.emailKey), tx.clock.now());
    await forgetInvitationMails(tx.db, deleted.email);
  });
}

/** Equal for equal addresses; without the key, addresses cannot be tried out. */
export const declinedDigest = ({ unsubscribe }: Pick<KeySet, 'unsubscribe'>, emailKey: string): string =>
  createHmac('sha256', unsubscribe).update(`declined ${emailKey}`).digest('base64url');
