import { AppError } from '#shared/errors.ts';
import { lockUserById } from '#server/accounts/accounts.queries.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { keepAnswer, requireAdmin, withTransaction, type Context } from '#server/platform/context.ts';
import { guestSubject } from './guest-detail.service.ts';
import { hasNote, insertNote, markWithdrawn } from './guest-notes.queries.ts';

/**
 * Its words stay out of the audit log, so that they go when the guest deletes the account.
 * @throws unauthorized, forbidden, user_not_found
 */
export function addNote(ctx: Context, guestId: number, text: string): Promise<{ id: number }> {
  const { userId: authorId } = requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    if (!(await lockUserById(tx.db, guestId))) throw new AppError('user_not_found');
    const id = await insertNote(tx.db, { userId: guestId, authorId, text, createdAt: tx.clock.now() });
    await recordAction(tx, { action: 'guest.note', subject: guestSubject(guestId), detail: { note: id } });
    return keepAnswer(tx, { id });
  });
}

/** It stays to be read, marked; a second time changes nothing. @throws unauthorized, forbidden, not_found */
export function withdrawNote(ctx: Context, guestId: number, id: number): Promise<Record<string, never>> {
  const { userId: staffId } = requireAdmin(ctx);
  return withTransaction(ctx, async (tx) => {
    if (!(await hasNote(tx.db, guestId, id))) throw new AppError('not_found');
    if (await markWithdrawn(tx.db, guestId, id, { staffId, at: tx.clock.now() }))
      await recordAction(tx, { action: 'guest.note_withdrawn', subject: guestSubject(guestId), detail: { note: id } });
    return {};
  });
}
