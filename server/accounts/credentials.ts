import type { Context } from '#server/platform/context.ts';
import {
  checkLogin,
  countLoginFailure,
  forgetLoginFailures,
  type Guesser,
  limitOwnPasswords,
  placeOf,
} from '#server/platform/limits/limits.ts';
import { customerKey } from '#server/platform/limits/limit-keys.ts';
import { createQueues } from '#server/platform/queue.ts';
import { findUserByEmail, type User } from './accounts.queries.ts';
import { isPasswordOf } from './passwords.ts';

const isKnown = (guesser: Guesser): boolean => 'session' in guesser || guesser.device !== undefined;

/** Guesses from one place are checked one at a time, so that none slips past the count of the ones before it. */
const inTurn = createQueues({ atOnce: 1, waiting: 50, retryAfterSeconds: 5 });

type Guess = { email: string; password: string; guesser: Guesser };

/**
 * Returns the account and whether the password is right; an unknown account costs the same time as a wrong password. Failures count for the
 * place of the guess. @throws too_many_requests
 */
export function tryCredentials(ctx: Context, { email, password, guesser }: Guess): Promise<{ isRight: boolean; user: User | undefined }> {
  return inTurn(placeOf(email, guesser), async () => {
    await checkLogin(ctx, email, guesser);
    const user = await findUserByEmail(ctx.db, email);
    const isRight = await isPasswordOf(
      user?.passwordHash,
      password,
      isKnown(guesser) ? { preferredFor: customerKey(ctx.from?.address ?? '') } : {},
    );
    await (isRight ? forgetLoginFailures(ctx, email, guesser) : countLoginFailure(ctx, email, guesser));
    return { isRight, user };
  });
}

/**
 * Returns the account if the password is the caller's; a wrong guess counts for the session. A right one clears that count, so the checks
 * of an account are limited as well: each costs hashes, and a change of the password a mail. @throws too_many_requests
 */
export async function checkOwnPassword(ctx: Context, { email, password, session }: { email: string; password: string; session: string }) {
  await limitOwnPasswords(ctx, email);
  const { isRight, user } = await tryCredentials(ctx, { email, password, guesser: { session } });
  return isRight ? user : undefined;
}
