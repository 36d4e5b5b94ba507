import { findUserById } from '#server/accounts/accounts.queries.ts';
import { type Caller, type Login, openSession } from '#server/accounts/sessions.service.ts';
import { hashOpaqueToken } from '#server/accounts/tokens.ts';
import { type Context, isShutOut } from '#server/platform/context.ts';
import type { SecondFactorInput } from '#shared/accounts/second-factor.contract.ts';
import { AppError } from '#shared/errors.ts';
import { withCode } from './codes.service.ts';
import { deleteChallenge, takeAttempt } from './second-factor.queries.ts';

const ATTEMPTS_MAX = 5;

/**
 * Completes a login whose password was right, with a code. A challenge has five tries in five minutes and ends with a new password. @throws
 * challenge_expired, wrong_code, too_many_requests
 */
export async function signInWithCode(
  ctx: Context,
  { challenge, code }: SecondFactorInput,
  callerOf: (email: string) => Promise<Caller>,
): Promise<{ login: Login; caller: Caller }> {
  const tokenHash = hashOpaqueToken(challenge);
  const userId = await takeAttempt(ctx.db, tokenHash, { now: ctx.clock.now(), most: ATTEMPTS_MAX });
  const owner = userId === undefined ? undefined : await findUserById(ctx.db, userId);
  if (!owner || isShutOut(ctx, owner.id)) throw new AppError('challenge_expired');
  const caller = await callerOf(owner.email);
  const { address, device } = caller;
  const login = await withCode(ctx, { userId: owner.id, email: owner.email, code, guesser: { address, device } }, async (tx, user) => {
    // Answered by another request, or the password was changed meanwhile.
    if (!(await deleteChallenge(tx.db, tokenHash))) throw new AppError('challenge_expired');
    return openSession(tx, user, caller, true);
  });
  return { login, caller };
}
