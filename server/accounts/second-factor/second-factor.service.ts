import { findUserById, lockUserByEmail, lockUserById, type User } from '#server/accounts/accounts.queries.ts';
import { limitConfirmations } from '#server/accounts/limits.ts';
import { checkOwnPassword } from '#server/accounts/passwords.ts';
import { findGrace, findRoles } from '#server/accounts/roles.queries.ts';
import { inOrder, recordAboutUser } from '#server/accounts/roles.service.ts';
import { recordSecurityEvent } from '#server/accounts/security-events.service.ts';
import { endOtherSessions, endSessionsOfUser } from '#server/accounts/sessions.queries.ts';
import { confirmationRequired, type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { qrDataUrl } from '#server/platform/qr-picture.ts';
import type { BegunFactorView, ConfirmationInput, SecondFactorsView } from '#shared/accounts/second-factor.contract.ts';
import { CONFIRMATION_MS } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { AuditAction } from '#shared/staff/audit.contract.ts';
import { hasReadMailbox, requireMailboxForFirstFactor } from './first-factor.service.ts';
import { withCode } from './one-time-codes.service.ts';
import { graceEnd } from './forced.ts';
import { withPasskey } from './passkey-answers.service.ts';
import { createRecoveryCodes, foldRecoveryCode, hashRecoveryCode } from './recovery-codes.ts';
import { queueSecondFactor } from './second-factor.mail.ts';
import {
  countRecoveryCodes,
  deleteAllFactors,
  deleteFactor,
  deleteRecoveryCodes,
  findActiveFactors,
  findFactor,
  insertRecoveryCodes,
  replaceBegunTotp,
  type SecondFactor,
  setActivated,
  setConfirmed,
  unproveOtherSessions,
} from './second-factor.queries.ts';
import { createSecret, sealSecret, totpUri } from './totp.ts';

const FACTORS_MAX = 10;

/** Returns the caller's second factors, without their secrets. @throws unauthorized */
export async function listFactors(ctx: Context): Promise<SecondFactorsView> {
  const { userId, proof } = requireUser(ctx);
  const { secondFactor } = ctx.env;
  const forcedRoles = inOrder(await findRoles(ctx.db, userId)).filter((role) => secondFactor.roles.includes(role));
  const graceFrom = await findGrace(ctx.db, userId, forcedRoles);
  return {
    factors: (await findActiveFactors(ctx.db, userId)).map(toFactorView),
    recoveryCodes: await countRecoveryCodes(ctx.db, userId),
    isSessionConfirmed: proof?.isBySecondFactor === true,
    forced: graceFrom && { roles: forcedRoles, until: toWireTime(graceEnd(secondFactor, graceFrom)) },
  };
}

const toFactorView = ({ id, kind, name, activatedAt, createdAt, lastUsedAt }: SecondFactor): SecondFactorsView['factors'][number] => ({
  id,
  kind,
  name,
  createdAt: toWireTime(activatedAt ?? createdAt),
  lastUsedAt: lastUsedAt && toWireTime(lastUsedAt),
});

/**
 * Makes a secret for an authenticator app, which is active once `activateFactor` gets one of its codes. @throws unauthorized,
 * confirmation_required, second_factor_limit
 */
export async function beginFactor(ctx: Context, { name }: { name: string }): Promise<BegunFactorView> {
  const { userId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const user = await lockCaller(tx, userId);
    await requireMayAdd(tx, userId);
    const secret = createSecret();
    const sealedSecret = sealSecret(tx.keys, userId, secret);
    const id = await replaceBegunTotp(tx.db, { userId, name, sealedSecret, createdAt: tx.clock.now() });
    const uri = totpUri({ secret, issuer: tx.venue().name, account: user.email });
    return { id, secret, uri, qrCodeUrl: qrDataUrl(uri) };
  });
}

/**
 * Activates a begun factor and confirms the session. Returns ten recovery codes if the account has none left, else none.
 * @throws unauthorized, not_found, conflict when it is active already, confirmation_required, second_factor_limit, wrong_code,
 * too_many_requests
 */
export async function activateFactor(ctx: Context, { id, code }: { id: number; code: string }): Promise<{ recoveryCodes: string[] }> {
  const { userId, sessionId } = requireUser(ctx);
  const caller = await findUserById(ctx.db, userId);
  if (!caller) throw new AppError('unauthorized');
  const factors = async (tx: Context) => [await requireBegun(tx, userId, id)];
  const attempt = { userId, email: caller.email, code, guesser: { session: sessionId }, factors };
  return withCode(ctx, attempt, (tx, user) => countFactor(tx, user, { id, sessionId }));
}

/**
 * The first factor of an account with a role or a proved address also needs a proof of the mailbox. @throws confirmation_required,
 * second_factor_limit
 */
export async function requireMayAdd(ctx: Context, userId: number): Promise<void> {
  await requireMailboxForFirstFactor(ctx);
  if ((await findActiveFactors(ctx.db, userId)).length >= FACTORS_MAX) throw new AppError('second_factor_limit');
}

type Proved = { id: number; sessionId: string };

/**
 * Activates a factor whose possession was proved, with its account locked; returns new recovery codes. @throws confirmation_required,
 * second_factor_limit
 */
export async function countFactor(tx: Context, user: User, { id, sessionId }: Proved): Promise<{ recoveryCodes: string[] }> {
  const now = tx.clock.now();
  await requireMayAdd(tx, user.id);
  const factors = await findActiveFactors(tx.db, user.id);
  // The earlier sessions were opened with the password alone.
  if (factors.length === 0) await endOtherSessions(tx.db, user.id, sessionId, now);
  const isMailboxProved = factors.some((factor) => factor.isMailboxProved) || (await hasReadMailbox(tx));
  await setActivated(tx.db, id, { activatedAt: now, isMailboxProved });
  await setConfirmed(tx.db, sessionId, now, true);
  await recordChange(tx, user, { event: 'second_factor_added', action: 'second_factor.add' });
  await queueSecondFactor(tx, user, { change: 'added' });
  return { recoveryCodes: (await countRecoveryCodes(tx.db, user.id)) > 0 ? [] : await replaceRecoveryCodes(tx, user.id) };
}

async function requireBegun(tx: Context, userId: number, id: number): Promise<SecondFactor> {
  const factor = await findFactor(tx.db, userId, id);
  if (!factor) throw new AppError('not_found');
  if (factor.activatedAt) throw new AppError('conflict');
  return factor;
}

/** Removes a factor; with the last one, also the recovery codes. @throws unauthorized, not_found */
export async function removeFactor(ctx: Context, { id }: { id: number }): Promise<Record<string, never>> {
  const { userId, sessionId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const user = await lockCaller(tx, userId);
    const removed = await deleteFactor(tx.db, userId, id);
    if (!removed) throw new AppError('not_found');
    if (removed.activatedAt === null) return {};
    // The removed factor may be a lost phone that is still signed in.
    if ((await findRoles(tx.db, userId)).length > 0) await endOtherSessions(tx.db, userId, sessionId, tx.clock.now());
    else await unproveOtherSessions(tx.db, userId, sessionId);
    if ((await findActiveFactors(tx.db, userId)).length === 0) await deleteRecoveryCodes(tx.db, userId);
    await recordChange(tx, user, { event: 'second_factor_removed', action: 'second_factor.remove' });
    await queueSecondFactor(tx, user, { change: 'removed' });
    return {};
  });
}

/** Makes ten new recovery codes in place of the old ones. @throws unauthorized, conflict without a second factor */
export async function renewRecoveryCodes(ctx: Context): Promise<{ recoveryCodes: string[] }> {
  const { userId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const user = await lockCaller(tx, userId);
    if ((await findActiveFactors(tx.db, userId)).length === 0) throw new AppError('conflict');
    const codes = await replaceRecoveryCodes(tx, userId);
    await recordChange(tx, user, { event: 'recovery_codes_renewed', action: 'second_factor.codes' });
    return { recoveryCodes: codes };
  });
}

/**
 * Confirms for five minutes that the caller is the account's user: by a code or a passkey if there is a second factor, else by the
 * password. @throws unauthorized, confirmation_required when the other one is needed, wrong_code, wrong_passkey, invalid_input,
 * too_many_requests
 */
export async function confirmCaller(ctx: Context, input: ConfirmationInput): Promise<{ until: string }> {
  const { userId, sessionId } = requireUser(ctx);
  const caller = await findUserById(ctx.db, userId);
  if (!caller) throw new AppError('unauthorized');
  const hasFactor = (await findActiveFactors(ctx.db, userId)).length > 0;
  if ('password' in input === hasFactor) throw confirmationRequired(hasFactor);
  if ('passkey' in input) {
    const asker = { purpose: 'confirm', subject: sessionId, userId } as const;
    return withPasskey(ctx, { asker, passkey: input.passkey, refusal: 'wrong_passkey' }, (tx) => confirm(tx, sessionId, true));
  }
  if ('code' in input) {
    const attempt = { userId, email: caller.email, code: input.code, guesser: { session: sessionId } };
    return withCode(ctx, attempt, (tx) => confirm(tx, sessionId, true));
  }
  const user = await checkOwnPassword(ctx, { email: caller.email, password: input.password, session: sessionId }, limitConfirmations);
  // Not 401: the caller is signed in, and a browser would renew its token.
  if (!user) throw new AppError('invalid_input', { errors: { password: 'validation.current_password_wrong' } });
  return confirm(ctx, sessionId, false);
}

async function confirm(ctx: Context, sessionId: string, isBySecondFactor: boolean): Promise<{ until: string }> {
  const now = ctx.clock.now();
  await setConfirmed(ctx.db, sessionId, now, isBySecondFactor);
  return { until: toWireTime(new Date(now.getTime() + CONFIRMATION_MS)) };
}

/**
 * Removes all factors and recovery codes of an account and ends its sessions, for a user who lost them. Only for the operator at the
 * server, not in the API. @throws user_not_found
 */
export async function forgetFactors(ctx: Context, email: string): Promise<{ user: User; factors: number }> {
  return withTransaction(ctx, async (tx) => {
    const user = await lockUserByEmail(tx.db, email);
    if (!user) throw new AppError('user_not_found');
    const removed = await deleteAllFactors(tx.db, user.id);
    await endSessionsOfUser(tx.db, user.id, tx.clock.now());
    const detail = { before: { factors: removed.length }, after: { factors: 0 } };
    await recordAboutUser(tx, user, { action: 'second_factor.remove', detail });
    await recordSecurityEvent(tx, 'second_factor_removed', user.id);
    await queueSecondFactor(tx, user, { change: 'removed' });
    return { user, factors: removed.length };
  });
}

async function lockCaller(tx: Context, userId: number): Promise<User> {
  const user = await lockUserById(tx.db, userId);
  if (!user) throw new AppError('unauthorized');
  return user;
}

async function replaceRecoveryCodes(tx: Context, userId: number): Promise<string[]> {
  const codes = createRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(foldRecoveryCode(code) ?? code));
  await deleteRecoveryCodes(tx.db, userId);
  await insertRecoveryCodes(tx.db, userId, hashes, tx.clock.now());
  return codes;
}

type Change = {
  event: 'second_factor_added' | 'second_factor_removed' | 'recovery_codes_renewed';
  action: AuditAction;
};

/**
 * Records a security event, and for staff an audit entry, without the factor's name, because it would never be deleted from the audit log.
 */
async function recordChange(tx: Context, user: User, { event, action }: Change): Promise<void> {
  await recordSecurityEvent(tx, event, user.id);
  if ((await findRoles(tx.db, user.id)).length > 0) await recordAboutUser(tx, user, { action, detail: {} });
}
