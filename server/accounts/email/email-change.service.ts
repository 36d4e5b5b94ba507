import { findUserByEmail, findUserById, lockUserById, deleteResets, type User } from '#server/accounts/accounts.queries.ts';
import { deleteProofs } from './email-proof.queries.ts';
import { useKnownGuest } from '#server/accounts/known-guests/known-guests.service.ts';
import { limitProofMails } from '#server/accounts/limits.ts';
import { checkOwnPassword } from '#server/accounts/passwords.ts';
import { recordAboutUser, requireMayDecide } from '#server/accounts/roles.service.ts';
import { recordSecurityEvent } from '#server/accounts/security-events.service.ts';
import { endOtherSessions, endSessionsOfUser } from '#server/accounts/sessions.queries.ts';
import { createOpaqueToken, hashOpaqueToken } from '#server/accounts/tokens.ts';
import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import type { EmailChangeInput } from '#shared/accounts/email-change.schemas.ts';
import { EMAIL_CHANGE_LINK_MS, EMAIL_CHANGE_WAIT_MS, EMAIL_LINK_MS } from '#shared/constants.ts';
import { isObject } from '#shared/contract.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { GuestEmailChange } from '#shared/staff/guests.schemas.ts';
import { queueChangeNotice, queueEmailChange, queueEmailChanged, queueWaitingChange } from './email-change.mail.ts';
import { deleteEmailChange, findEmailChange, replaceEmailChange, setEmail, consumeEmailChange } from './email-change.queries.ts';
import { refuseStopped, stopWaitedChange } from './stop.service.ts';

/**
 * Begins a change of the caller's own address: the new one gets a link. Refused once the present one is proved: else a stolen password
 * could take the account from its mailbox. @throws unauthorized, invalid_fields, email_proved, email_taken, gifts_wait, too_many_requests
 */
export async function requestEmailChange(ctx: Context, { email, password }: EmailChangeInput): Promise<{ pendingEmail: string }> {
  const { userId, sessionId } = requireUser(ctx);
  const caller = await findUserById(ctx.db, userId);
  if (!caller) throw new AppError('unauthorized');
  if (caller.emailProvedAt) throw new AppError('email_proved');
  const user = await checkOwnPassword(ctx, { email: caller.email, password, session: sessionId });
  if (user?.id !== userId) throw new AppError('invalid_fields', { errors: { password: 'validation.current_password_wrong' } });
  await limitProofMails(ctx, email);
  await withTransaction(ctx, async (tx) => {
    const owner = await lockUserById(tx.db, userId);
    if (!owner || owner.emailProvedAt) throw new AppError('email_proved');
    await begin(tx, owner, { email, sessionId });
  });
  return { pendingEmail: email };
}

type PendingChange = { pendingEmail: string | null; pendingEmailFrom: string | null };

/**
 * Begins a change of a guest's address; the reason goes to the audit log, the address does not. The reader of a verified address can stop
 * it for 48 hours, so that no staff member alone can take over an account. @throws unauthorized, user_not_found, forbidden
 * (`requireMayDecide`), email_change_stopped, email_taken, gifts_wait, too_many_requests
 */
export async function changeGuestEmail(
  ctx: Context,
  id: number,
  { email, reason }: GuestEmailChange,
): Promise<PendingChange & { pendingEmail: string }> {
  requireUser(ctx);
  await limitProofMails(ctx, email);
  return withTransaction(ctx, async (tx) => {
    const guest = await lockUserById(tx.db, id);
    if (!guest) throw new AppError('user_not_found');
    await requireMayDecide(tx, id);
    await refuseStopped(tx, id);
    const notBefore = await begin(tx, guest, { email, sessionId: null });
    await recordAboutUser(tx, guest, { action: 'guest.email', detail: { reason } });
    return { pendingEmail: email, pendingEmailFrom: notBefore && toWireTime(notBefore) };
  });
}

type Wanted = { email: string; sessionId: string | null };

/** Returns when the link will be mailed; null if it is mailed at once, because the present address is not verified. */
async function begin(tx: Context, user: User, { email, sessionId }: Wanted): Promise<Date | null> {
  if (tx.reservedEmails.has(emailKey(email)) || tx.reservedEmails.has(user.emailKey)) throw emailTaken();
  if (await findUserByEmail(tx.db, email)) throw emailTaken();
  await refuseWaitingComplimentary(tx, user);
  const createdAt = tx.clock.now();
  await recordSecurityEvent(tx, 'email_change_begun', user.id);
  if (user.emailProvedAt !== null) {
    const notBefore = after(createdAt, EMAIL_CHANGE_WAIT_MS);
    const expiresAt = after(notBefore, EMAIL_CHANGE_LINK_MS);
    await replaceEmailChange(tx.db, { userId: user.id, email, tokenHash: null, sessionId, createdAt, notBefore, expiresAt });
    await queueChangeNotice(tx, user, email, notBefore);
    await queueWaitingChange(tx, user, notBefore);
    return notBefore;
  }
  const token = createOpaqueToken();
  const [tokenHash, expiresAt] = [hashOpaqueToken(token), after(createdAt, EMAIL_LINK_MS)];
  await replaceEmailChange(tx.db, { userId: user.id, email, tokenHash, sessionId, createdAt, notBefore: null, expiresAt });
  await queueEmailChange(tx, user, email, { token });
  await queueEmailChanged(tx, user, 'begun');
  return null;
}

const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

const emailTaken = (): AppError => new AppError('email_taken');

/** Complimentary tickets wait for the person who reads the address they were given to: another address must not get them. */
async function refuseWaitingComplimentary(tx: Context, user: User): Promise<void> {
  if (user.emailProvedAt === null && (await tx.hooks.countWaitingTickets(tx.db, user.id)) > 0) throw new AppError('gifts_wait');
}

/** Returns the address that an account is about to get and when its link is mailed; null without a change. */
export async function pendingChangeOf(ctx: Context, userId: number): Promise<PendingChange> {
  const change = await findEmailChange(ctx.db, userId, ctx.clock.now());
  const from = change?.tokenHash === null ? change.notBefore : null;
  return { pendingEmail: change?.email ?? null, pendingEmailFrom: from && toWireTime(from) };
}

/** Cancels the change of the caller's address; a change that staff made of a verified address is stopped. @throws unauthorized */
export function cancelEmailChange(ctx: Context): Promise<Record<string, never>> {
  const { userId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    if (!(await stopWaitedChange(tx, userId))) await deleteEmailChange(tx.db, userId);
    return {};
  });
}

/** Cancels the change of a guest's address. @throws unauthorized, user_not_found, forbidden (`requireMayDecide`) */
export function cancelGuestEmailChange(ctx: Context, id: number): Promise<Record<string, never>> {
  return withTransaction(ctx, async (tx) => {
    const guest = await lockUserById(tx.db, id);
    if (!guest) throw new AppError('user_not_found');
    await requireMayDecide(tx, id);
    await deleteEmailChange(tx.db, id);
    await recordAboutUser(tx, guest, { action: 'guest.email_kept', detail: {} });
    return {};
  });
}

/**
 * Gives an account the new address whose link was opened. Links and digits of the old address end, and so do all sessions but the
 * requesting one, as after a new password. @throws invalid_token, email_taken, gifts_wait
 */
export async function openEmailChange(ctx: Context, { token }: { token: string }): Promise<{ email: string }> {
  return withTransaction(ctx, async (tx) => {
    const now = tx.clock.now();
    const change = await consumeEmailChange(tx.db, hashOpaqueToken(token), now);
    const user = change && (await lockUserById(tx.db, change.userId));
    // An address that was verified after the link was mailed belongs to its reader: only a change that waited may replace it.
    if (!change || !user || (change.notBefore === null && user.emailProvedAt !== null)) throw new AppError('invalid_token');
    await refuseWaitingComplimentary(tx, user);
    await withTransaction(tx, (inner) => setEmail(inner.db, user.id, change.email, now)).catch(refuseTaken);
    await deleteProofs(tx.db, user.id);
    await deleteResets(tx.db, user.id);
    if (change.sessionId === null) await endSessionsOfUser(tx.db, user.id, now);
    else await endOtherSessions(tx.db, user.id, change.sessionId, now);
    await recordSecurityEvent(tx, 'email_changed', user.id);
    await useKnownGuest(tx, user.id);
    await queueEmailChanged(tx, user, 'done');
    return { email: change.email };
  });
}

const UNIQUE_VIOLATION = '23505';

/** The address was registered after the link was mailed. */
function refuseTaken(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined;
  if (isObject(cause) && Reflect.get(cause, 'code') === UNIQUE_VIOLATION) throw emailTaken();
  throw error;
}
