import type { ChangePasswordInput } from '#shared/accounts/security.schemas.ts';
import { AppError } from '#shared/errors.ts';
import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { findUserById, keepPasswordHash, type User } from './accounts.queries.ts';
import { refuseCommonPassword } from './common-passwords.ts';
import { checkOwnPassword } from './credentials.ts';
import { hashPassword, storePassword } from './passwords.ts';
import { recordSecurityEvent } from './security-events.service.ts';
import { endOtherSessions } from './sessions.queries.ts';

/**
 * Another password for the caller, who must know the present one: this session goes on, all others end. Returns the account with it. Wrong guesses are limited
 * like those at the login, but by session, so that only its own count, and all changes together by account. @throws unauthorized, invalid_input, too_many_requests
 */
export async function changePassword(ctx: Context, { currentPassword, newPassword }: ChangePasswordInput): Promise<User> {
  const { userId, sessionId } = requireUser(ctx);
  const caller = await findUserById(ctx.db, userId);
  if (!caller) throw new AppError('unauthorized');
  refuseCommonPassword(ctx, 'newPassword', newPassword, caller);
  const user = await checkOwnPassword(ctx, { email: caller.email, password: currentPassword, session: sessionId });
  if (!user) throw wrongPassword();
  const passwordHash = await hashPassword(newPassword);
  await withTransaction(ctx, async (tx) => {
    // Somebody who changed it meanwhile, here or by a mailed link, was first.
    if (!(await keepPasswordHash(tx.db, userId, user.passwordHash))) throw wrongPassword();
    await endOtherSessions(tx.db, userId, sessionId, tx.clock.now());
    await storePassword(tx, user, passwordHash);
    await recordSecurityEvent(tx, 'password_changed', userId);
  });
  return { ...user, passwordHash };
}

/** Not 401: the caller is known, and a browser would ask for another token. */
const wrongPassword = () => new AppError('invalid_input', { errors: { currentPassword: 'validation.current_password_wrong' } });
