import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import type { ChangePasswordInput } from '#shared/accounts/account.schemas.ts';
import type { SessionView } from '#shared/accounts/accounts.contract.ts';
import { REFRESH_IDLE_MS } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { findUserById, keepPasswordHash, type User } from './accounts.queries.ts';
import { deviceName } from './devices.ts';
import { checkOwnPassword, hashPassword, refuseCommonPassword, storePassword } from './passwords.ts';
import { recordSecurityEvent } from './security-events.service.ts';
import { endOtherSessions, endSessionOfUser, endSessionsOfUser, findSessionsOfUser } from './sessions.queries.ts';

/**
 * Changes the password of the caller, who must know the present one: this session continues, all others end. Returns the account with it.
 * Wrong guesses are limited like those at the login, but by session, so that only its own count matters, and all changes of an account are
 * limited too. @throws unauthorized, invalid_input, too_many_requests
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
    // The password was changed meanwhile, here or by a mailed link.
    if (!(await keepPasswordHash(tx.db, userId, user.passwordHash))) throw wrongPassword();
    await endOtherSessions(tx.db, userId, sessionId, tx.clock.now());
    await storePassword(tx, user, passwordHash);
    await recordSecurityEvent(tx, 'password_changed', userId);
  });
  return { ...user, passwordHash };
}

/** Not 401: the caller is signed in, and a browser would renew its token. */
const wrongPassword = () => new AppError('invalid_input', { errors: { currentPassword: 'validation.current_password_wrong' } });

/** The caller's sessions, the last used first. @throws unauthorized */
export async function listOwnSessions(ctx: Context): Promise<SessionView[]> {
  const { userId, sessionId } = requireUser(ctx);
  const now = ctx.clock.now();
  const found = await findSessionsOfUser(ctx.db, userId, { now, usedSince: new Date(now.getTime() - REFRESH_IDLE_MS) });
  return found.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    device: deviceName(userAgent),
    createdAt: toWireTime(createdAt),
    lastUsedAt: toWireTime(lastUsedAt),
    isCurrent: id === sessionId,
  }));
}

/** Ends one of the caller's sessions; its device is signed out with its next request. @throws unauthorized, not_found */
export async function endOwnSession(ctx: Context, { id }: { id: string }): Promise<Record<string, never>> {
  const { userId } = requireUser(ctx);
  if (!(await endSessionOfUser(ctx.db, userId, id, ctx.clock.now()))) throw new AppError('not_found');
  await recordSecurityEvent(ctx, 'sessions_ended', userId);
  return {};
}

/** Ends all of the caller's sessions, this one too. @throws unauthorized */
export async function logoutEverywhere(ctx: Context): Promise<Record<string, never>> {
  const { userId } = requireUser(ctx);
  await endSessionsOfUser(ctx.db, userId, ctx.clock.now());
  await recordSecurityEvent(ctx, 'sessions_ended', userId);
  return {};
}
