import { randomUUID } from 'node:crypto';
import { toWireTime } from '#shared/dates.ts';
import type { Context } from '#server/platform/context.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { updateUser, type User } from './accounts.queries.ts';
import { deleteResets } from './password-resets.queries.ts';

/** Writes a new password: links that were mailed for another one are over, and the guest is told by mail. */
export async function storePassword(tx: Context, user: Pick<User, 'id' | 'email' | 'language'>, passwordHash: string): Promise<void> {
  await updateUser(tx.db, user.id, { passwordHash });
  await deleteResets(tx.db, user.id);
  await queueMail(tx, {
    key: `password-changed:${randomUUID()}`,
    kind: 'password-changed',
    recipient: user.email,
    language: user.language,
    payload: { changedAt: toWireTime(tx.clock.now()) },
  });
}
