import { findUserById, type User } from '#server/accounts/accounts.queries.ts';
import { type Caller, type Login, openSession } from '#server/accounts/sessions.service.ts';
import { hashOpaqueToken } from '#server/accounts/tokens.ts';
import { type Context, isShutOut } from '#server/platform/context.ts';
import type { PasskeyRequestView, PasskeySignInInput } from '#shared/accounts/passkeys.contract.ts';
import type { SecondFactorInput } from '#shared/accounts/second-factor.contract.ts';
import { AppError } from '#shared/errors.ts';
import { withCode } from './one-time-codes.service.ts';
import { askPasskey, withPasskey } from './passkey-answers.service.ts';
import { deleteChallenge, findOpenChallenge, consumeAttempt } from './second-factor.queries.ts';

const ATTEMPTS_MAX = 5;

type SignedIn = { login: Login; caller: Caller };
type CallerOf = (email: string) => Promise<Caller>;

/**
 * Completes a login with a code, after the right password. Its challenge has five tries in five minutes and ends with a new password.
 * @throws challenge_expired, wrong_code, too_many_requests
 */
export async function signInWithCode(ctx: Context, { challenge, code }: SecondFactorInput, callerOf: CallerOf): Promise<SignedIn> {
  const { tokenHash, owner } = await consumeAttemptOf(ctx, challenge);
  const caller = await callerOf(owner.email);
  const { address, device } = caller;
  const login = await withCode(ctx, { userId: owner.id, email: owner.email, code, guesser: { address, device } }, (tx, user) =>
    completeLogin(tx, { user, tokenHash, caller }),
  );
  return { login, caller };
}

/** Completes a login with a passkey, after the right password. @throws challenge_expired, passkey_refused */
export async function signInWithPasskey(ctx: Context, { challenge, passkey }: PasskeySignInInput, callerOf: CallerOf): Promise<SignedIn> {
  const { tokenHash, owner } = await consumeAttemptOf(ctx, challenge);
  const caller = await callerOf(owner.email);
  const asker = { purpose: 'sign_in', subject: tokenHash, userId: owner.id } as const;
  const login = await withPasskey(ctx, { asker, passkey, refusal: 'passkey_refused' }, (tx, user) =>
    completeLogin(tx, { user, tokenHash, caller }),
  );
  return { login, caller };
}

/**
 * Returns what the browser needs to sign in with a passkey; does not count as a try. @throws challenge_expired, conflict when the account
 * has no passkey
 */
export async function askSigningInPasskey(ctx: Context, { challenge }: { challenge: string }): Promise<PasskeyRequestView> {
  const subject = hashOpaqueToken(challenge);
  const userId = await findOpenChallenge(ctx.db, subject, { now: ctx.clock.now(), most: ATTEMPTS_MAX });
  if (userId === undefined || isShutOut(ctx, userId)) throw new AppError('challenge_expired');
  return askPasskey(ctx, { purpose: 'sign_in', subject, userId });
}

async function consumeAttemptOf(ctx: Context, challenge: string): Promise<{ tokenHash: string; owner: User }> {
  const tokenHash = hashOpaqueToken(challenge);
  const userId = await consumeAttempt(ctx.db, tokenHash, { now: ctx.clock.now(), most: ATTEMPTS_MAX });
  const owner = userId === undefined ? undefined : await findUserById(ctx.db, userId);
  if (!owner || isShutOut(ctx, owner.id)) throw new AppError('challenge_expired');
  return { tokenHash, owner };
}

async function completeLogin(tx: Context, { user, tokenHash, caller }: { user: User; tokenHash: string; caller: Caller }): Promise<Login> {
  // Another request answered it, or the password has changed.
  if (!(await deleteChallenge(tx.db, tokenHash))) throw new AppError('challenge_expired');
  return openSession(tx, user, caller, { isBySecondFactor: true });
}
