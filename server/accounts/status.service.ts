import type { StatusInput } from '#shared/accounts/account.schemas.ts';
import { AppError } from '#shared/errors.ts';
import { type Context, requireAdmin, withTransaction } from '#server/context.ts';
import { recordAction } from '#server/audit/audit.ts';
import { queueStatus } from './account-mails.ts';
import { lockUserById, updateUser } from './accounts.queries.ts';

/**
 * What staff think of a guest from now on; it holds with the guest's next call. The guest is told by mail if wanted, and only of a
 * status that is another one. @throws unauthorized, forbidden, user_not_found
 */
export async function changeStatus(
  ctx: Context,
  { userId, status, tellGuest }: { userId: number } & StatusInput,
): Promise<Pick<StatusInput, 'status'>> {
  const { userId: by } = requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    const before = await lockUserById(tx.db, userId);
    if (!before) throw new AppError('user_not_found');
    if (before.status === status) return { status };
    await updateUser(tx.db, before.id, { status });
    if (tellGuest) await queueStatus(tx, { ...before, status });
    await recordAction(tx, { action: 'guest.status', subject: `guest ${userId}`, detail: { before: before.status, after: status } });
    ctx.log.info({ by, userId, from: before.status, to: status }, 'a guest has another status');
    return { status };
  });
}
