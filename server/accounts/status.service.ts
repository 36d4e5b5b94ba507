import type { Status } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import type { StatusChange } from '#shared/staff/forms.schemas.ts';
import { type Context, requireAdmin, withTransaction } from '#server/platform/context.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { queueStatus } from './account-mails.ts';
import { lockUserById, updateUser } from './accounts.queries.ts';

/**
 * What staff think of a guest from now on; it holds with the guest's next call. The guest is told by mail if wanted, and only of a
 * status that is another one; the reason stays with staff unless it is to be sent.
 * @throws unauthorized, forbidden, user_not_found, conflict when it is no longer the status `from` that was seen
 */
export async function changeStatus(ctx: Context, change: { userId: number } & StatusChange): Promise<{ status: Status }> {
  const { userId, status, tellGuest, from, reason = '', sendReason = false } = change;
  const { userId: by } = requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const before = await lockUserById(tx.db, userId);
    if (!before) throw new AppError('user_not_found');
    // Also when the answer to the same word was lost.
    if (before.status === status) return { status };
    if (from !== undefined && before.status !== from) throw new AppError('conflict');
    await updateUser(tx.db, before.id, { status });
    if (tellGuest) await queueStatus(tx, { ...before, status }, sendReason ? reason : '');
    const detail = { before: before.status, after: status, ...(reason && { reason }), tellGuest };
    await recordAction(tx, { action: 'guest.status', subject: `guest ${userId}`, detail });
    ctx.log.info({ by, userId, from: before.status, to: status }, 'a guest has another status');
    return { status };
  });
}
