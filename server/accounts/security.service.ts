import { type Context, isOfStaff, requireUser, withTransaction } from '#server/platform/context.ts';
import { networkOf } from '#server/platform/limits/quota.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import type { ChangePasswordInput } from '#shared/accounts/account.schemas.ts';
import type { SessionView } from '#shared/accounts/accounts.contract.ts';
import { DEFAULT_LANGUAGE } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import {
  findUserById,
  hasUsableReset,
  storePasswordHash,
  lockUserByEmail,
  lockUserById,
  replaceReset,
  type User,
  useReset,
} from './accounts.queries.ts';
import type { NewDevice } from './accounts.mail.ts';
import { deviceName, type DeviceOwner } from './devices.ts';
import { reclaimAccount } from '#server/accounts/email/reclaim.service.ts';
import { forgetGuesses, limitNewPasswords, limitResetRequests, mayMailReset } from './limits.ts';
import { checkOwnPassword, hashPassword, preferredTurn, refuseCommonPassword, storePassword } from './passwords.ts';
import { findRoles } from './roles.queries.ts';
import { recordSecurityEvent } from './security-events.service.ts';
import { endOtherSessions, endSessionOfUser, endSessionsOfUser, findSessionsOfUser } from './sessions.queries.ts';
import { idleLimitMs } from './sessions.service.ts';
import { createOpaqueToken, hashOpaqueToken } from './tokens.ts';

/**
 * Changes the caller's password after a check of the present one; all other sessions end. Returns the account with the new password. Wrong
 * guesses are limited by session, so that another session cannot lock this one; all changes are limited by account. @throws unauthorized,
 * invalid_input, too_many_requests
 */
export async function changePassword(ctx: Context, { currentPassword, newPassword }: ChangePasswordInput): Promise<User> {
  const { userId, sessionId } = requireUser(ctx);
  const caller = await findUserById(ctx.db, userId);
  if (!caller) throw new AppError('unauthorized');
  refuseCommonPassword(ctx, 'newPassword', newPassword, caller);
  const user = await checkOwnPassword(ctx, { email: caller.email, password: currentPassword, session: sessionId });
  if (!user) throw wrongPassword();
  const passwordHash = await hashPassword(newPassword, preferredTurn(ctx));
  await withTransaction(ctx, async (tx) => {
    // The password has changed since the check, here or with a mailed link.
    if (!(await storePasswordHash(tx.db, userId, user.passwordHash))) throw wrongPassword();
    await endOtherSessions(tx.db, userId, sessionId, tx.clock.now());
    await storePassword(tx, user, passwordHash);
    await recordSecurityEvent(tx, 'password_changed', userId);
  });
  return { ...user, passwordHash };
}

/** Not 401: the caller is signed in, and a browser would renew its token. */
const wrongPassword = () => new AppError('invalid_input', { errors: { currentPassword: 'validation.current_password_wrong' } });

/** Returns the caller's sessions, the last used first. @throws unauthorized */
export async function listOwnSessions(ctx: Context): Promise<SessionView[]> {
  const actor = requireUser(ctx);
  const { userId, sessionId } = actor;
  const now = ctx.clock.now();
  const usedSince = new Date(now.getTime() - idleLimitMs(isOfStaff(actor)));
  const found = await findSessionsOfUser(ctx.db, userId, { now, usedSince });
  return found.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    device: deviceName(userAgent),
    createdAt: toWireTime(createdAt),
    lastUsedAt: toWireTime(lastUsedAt),
    isCurrent: id === sessionId,
  }));
}

/** Ends one of the caller's sessions; its device is signed out at its next request. @throws unauthorized, not_found */
export async function endOwnSession(ctx: Context, { id }: { id: string }): Promise<Record<string, never>> {
  const { userId } = requireUser(ctx);
  if (!(await endSessionOfUser(ctx.db, userId, id, ctx.clock.now()))) throw new AppError('not_found');
  await recordSecurityEvent(ctx, 'sessions_ended', userId);
  return {};
}

/** Ends all of the caller's sessions, including this one. @throws unauthorized */
export async function logoutEverywhere(ctx: Context): Promise<Record<string, never>> {
  const { userId } = requireUser(ctx);
  await endSessionsOfUser(ctx.db, userId, ctx.clock.now());
  await recordSecurityEvent(ctx, 'sessions_ended', userId);
  return {};
}

const LINK_LIFE_MS = 60 * 60 * 1000;
/** No account has it: ids begin at 1. */
const NO_USER_ID = 0;

/**
 * Mails a link for a new password, which replaces an earlier one. For an unknown address, or after too many mails, the answer is the same;
 * an unknown address runs the same statements, which are rolled back. @throws too_many_requests
 */
export async function requestPasswordReset(ctx: Context, { email }: { email: string }, address: string): Promise<Record<string, never>> {
  await limitResetRequests(ctx, address);
  if (!(await mayMailReset(ctx, email))) return {};
  // Rolled back to a savepoint for an unknown address and then committed like the others, so that disk writes do not reveal it either.
  await withTransaction(ctx, (outer) => withTransaction(outer, (tx) => writeReset(tx, email)).catch(hideUnknownUser));
  return {};
}

/** @throws user_not_found, which rolls back what was written for an unknown address */
async function writeReset(tx: Context, email: string): Promise<void> {
  const now = tx.clock.now();
  const token = createOpaqueToken();
  const tokenHash = hashOpaqueToken(token);
  const user = await lockUserByEmail(tx.db, email);
  await replaceReset(tx.db, {
    userId: user?.id ?? NO_USER_ID,
    tokenHash,
    createdAt: now,
    expiresAt: new Date(now.getTime() + LINK_LIFE_MS),
  });
  await queueMail(tx, {
    key: `password-reset:${tokenHash}`,
    kind: 'password-reset',
    recipient: user?.email ?? email,
    language: user?.language ?? DEFAULT_LANGUAGE,
    payload: { token },
  });
  if (!user) throw new AppError('user_not_found');
}

function hideUnknownUser(reason: unknown): void {
  if (!(reason instanceof AppError && reason.code === 'user_not_found')) throw reason;
}

/** The browser that sets a new password. `isKnownTo`: returns true if the account, with its old password, knows the browser. */
type ResetCaller = { address: string; userAgent?: string | undefined; isKnownTo(owner: DeviceOwner): boolean };

/**
 * Sets a new password with a mailed token, once, proves the address and ends all sessions of the account, which it returns: the browser
 * becomes a known device; staff are mailed about a new one. @throws invalid_input, invalid_token, too_many_requests
 */
export async function resetPassword(
  ctx: Context,
  { token, newPassword }: { token: string; newPassword: string },
  caller: ResetCaller,
): Promise<User> {
  refuseCommonPassword(ctx, 'newPassword', newPassword);
  await limitNewPasswords(ctx, caller.address);
  const now = ctx.clock.now();
  const tokenHash = hashOpaqueToken(token);
  // Before the hash, so that guessed tokens are cheap; the use below decides.
  if (!(await hasUsableReset(ctx.db, tokenHash, now))) throw new AppError('invalid_token');
  const passwordHash = await hashPassword(newPassword, preferredTurn(ctx));
  const user = await withTransaction(ctx, async (tx) => {
    const userId = await useReset(tx.db, tokenHash, now);
    if (userId === undefined) throw new AppError('invalid_token');
    // A concurrent sign-in has finished once this lock is held, so its session ends here, too.
    const owner = await lockUserById(tx.db, userId);
    if (!owner) throw new AppError('invalid_token');
    await endSessionsOfUser(tx.db, userId, now);
    // Refused before the link is used up.
    refuseCommonPassword(ctx, 'newPassword', newPassword, owner);
    await recordSecurityEvent(tx, 'password_reset', userId);
    const areFactorsRemoved = await reclaimAccount(tx, owner);
    await storePassword(tx, owner, passwordHash, { areFactorsRemoved, newDevice: await recordNewDevice(tx, owner, caller) });
    return { ...owner, passwordHash };
  });
  await forgetGuesses(ctx, user.email, caller.address);
  return user;
}

/** Records a device that is new to the account; returns it for the mail to staff. */
async function recordNewDevice(tx: Context, owner: User, { address, userAgent, isKnownTo }: ResetCaller): Promise<NewDevice | undefined> {
  if (isKnownTo(owner)) return undefined;
  await recordSecurityEvent(tx, 'new_device', owner.id);
  if ((await findRoles(tx.db, owner.id)).length === 0) return undefined;
  return { device: deviceName(userAgent ?? null), network: networkOf(address) };
}
