import { createHmac, randomInt } from 'node:crypto';
import { findUserById, lockUserById, type User } from '#server/accounts/accounts.queries.ts';
import { deleteEmailChange } from './email-change.queries.ts';
import { useKnownGuest } from '#server/accounts/known-guests/known-guests.service.ts';
import { limitProofMails } from '#server/accounts/limits.ts';
import { recordLimit, recordSecurityEvent } from '#server/accounts/security-events.service.ts';
import { setFactorsProved } from '#server/accounts/second-factor/second-factor.queries.ts';
import { needsMailbox } from '#server/accounts/second-factor/first-factor.service.ts';
import { digitsOf } from '#server/accounts/second-factor/totp.ts';
import { createOpaqueToken, hashOpaqueToken } from '#server/accounts/tokens.ts';
import { safeEqual } from '#server/platform/config/secrets.ts';
import { type Context, storeAnswer, type KeySet, requireUser, withTransaction } from '#server/platform/context.ts';
import type { EmailProofView } from '#shared/accounts/email-proof.contract.ts';
import { EMAIL_CODE_MS, EMAIL_CODE_PAUSE_MS, EMAIL_LINK_MS } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { queueEmailProof } from './email-proof.mail.ts';
import {
  type EmailProof,
  findProof,
  findUserOfLink,
  replaceProof,
  setEmailProved,
  setMailboxProved,
  consumeProofTry,
  useDigits,
} from './email-proof.queries.ts';

const TRIES = 5;
const after = (at: Date, ms: number): Date => new Date(at.getTime() + ms);

/**
 * Mails the caller's address six digits for this session and a link; those of the mail before end. Nothing is sent within a minute of the
 * last mail, or to a proved address unless its account needs it for the first second factor. @throws unauthorized, too_many_requests
 */
export async function requestEmailProof(ctx: Context): Promise<EmailProofView> {
  const { userId, sessionId } = requireUser(ctx);
  const user = await findUserById(ctx.db, userId);
  if (!user) throw new AppError('unauthorized');
  const { email } = user;
  if (user.emailProvedAt && !(await needsMailbox(ctx, user))) return { email, isProved: true, code: null };
  const latest = await findProof(ctx.db, { userId, sessionId });
  if (latest && isFresh(latest, ctx.clock.now())) return viewOf(user, latest, ctx.clock.now());
  try {
    await limitProofMails(ctx, email);
  } catch (error) {
    await recordLimit(ctx, 'email_code_limited', async () => userId, error);
    throw error;
  }
  return withTransaction(ctx, async (tx) => {
    const owner = await lockUserById(tx.db, userId);
    if (!owner) throw new AppError('unauthorized');
    const proof = await mailProof(tx, owner, sessionId);
    return storeAnswer(tx, viewOf(owner, proof, proof.createdAt));
  });
}

async function mailProof(tx: Context, owner: User, sessionId: string): Promise<EmailProof> {
  const createdAt = tx.clock.now();
  const [code, token] = [createDigits(), createOpaqueToken()];
  const tokenHash = hashOpaqueToken(token);
  const proof = await replaceProof(tx.db, {
    userId: owner.id,
    sessionId,
    tokenHash,
    codeDigest: digestOf(tx.keys, tokenHash, code),
    createdAt,
    codeExpiresAt: after(createdAt, EMAIL_CODE_MS),
    expiresAt: after(createdAt, EMAIL_LINK_MS),
  });
  await queueEmailProof(tx, owner, { code, token });
  return proof;
}

const isFresh = ({ createdAt, codeUsedAt, attempts }: EmailProof, now: Date): boolean =>
  codeUsedAt === null && attempts < TRIES && Math.abs(now.getTime() - createdAt.getTime()) < EMAIL_CODE_PAUSE_MS;

const viewOf = ({ email, emailProvedAt }: User, { createdAt, codeExpiresAt }: EmailProof, now: Date): EmailProofView => ({
  email,
  isProved: emailProvedAt !== null,
  code: {
    until: toWireTime(codeExpiresAt),
    againInSeconds: Math.ceil((after(createdAt, EMAIL_CODE_PAUSE_MS).getTime() - now.getTime()) / 1000),
  },
});

/**
 * Proves the caller's address, and that this session's user reads its mailbox, with the digits this session requested.
 * @throws unauthorized, wrong_code, code_expired, code_tries_over
 */
export async function confirmEmailProof(ctx: Context, { code }: { code: string }): Promise<Record<string, never>> {
  const { userId, sessionId } = requireUser(ctx);
  const digits = digitsOf(code);
  // A malformed code does not count as a try.
  if (digits === undefined) throw wrongCode();
  const now = ctx.clock.now();
  const proof = await consumeProofTry(ctx.db, { userId, sessionId }, { now, most: TRIES });
  if (!proof) throw new AppError(await whyClosed(ctx));
  if (![ctx.keys, ...ctx.keys.earlier].some((keys) => safeEqual(proof.codeDigest, digestOf(keys, proof.tokenHash, digits)))) {
    await recordSecurityEvent(ctx, 'email_code_refused', userId);
    throw proof.attempts < TRIES ? wrongCode() : new AppError('code_tries_over');
  }
  return withTransaction(ctx, async (tx) => {
    const user = await lockUserById(tx.db, userId);
    if (!user || !(await useDigits(tx.db, proof.tokenHash, now))) throw new AppError('code_expired');
    await setMailboxProved(tx.db, sessionId, now);
    // The user has a second factor and reads the mailbox, so the factors are the account owner's.
    if (tx.actor?.proof?.isBySecondFactor) await setFactorsProved(tx.db, userId);
    if (!(await proveEmail(tx, userId))) await recordSecurityEvent(tx, 'mailbox_proved', userId);
    return {};
  });
}

const wrongCode = (): AppError => new AppError('wrong_code', { errors: { code: 'validation.code_wrong' } });

async function whyClosed(ctx: Context): Promise<'code_expired' | 'code_tries_over'> {
  const { userId, sessionId } = requireUser(ctx);
  const proof = await findProof(ctx.db, { userId, sessionId });
  const isOpen = proof && proof.codeUsedAt === null && proof.codeExpiresAt > ctx.clock.now();
  return isOpen ? 'code_tries_over' : 'code_expired';
}

/** Proves the address that a link was mailed to, on any device; the link may be opened again. @throws invalid_token */
export async function openEmailLink(ctx: Context, { token }: { token: string }): Promise<{ email: string }> {
  return withTransaction(ctx, async (tx) => {
    const userId = await findUserOfLink(tx.db, hashOpaqueToken(token), tx.clock.now());
    const user = userId === undefined ? undefined : await lockUserById(tx.db, userId);
    if (!user) throw new AppError('invalid_token');
    await proveEmail(tx, user.id);
    return { email: user.email };
  });
}

/**
 * Marks an address as proved, ends a pending change of it and gives the account what the club knows about the address; returns false if it
 * was proved before.
 */
export async function proveEmail(tx: Context, userId: number): Promise<boolean> {
  const isNew = await setEmailProved(tx.db, userId, tx.clock.now());
  if (!isNew) return false;
  await deleteEmailChange(tx.db, userId);
  await recordSecurityEvent(tx, 'email_proved', userId);
  await useKnownGuest(tx, userId);
  return true;
}

const DIGITS = 6;

const createDigits = (): string => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');

/** `tokenHash`: of the link in the same mail, so that the same digits have a different digest in each mail. */
const digestOf = ({ emailCode }: Pick<KeySet, 'emailCode'>, tokenHash: string, digits: string): string =>
  createHmac('sha256', emailCode).update(`${tokenHash}.${digits}`).digest('base64url');
