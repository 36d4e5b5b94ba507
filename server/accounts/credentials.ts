import type { Context } from '#server/context.ts';
import { accountKey, checkLogin, countLoginFailure, forgetLoginFailures } from '#server/http/limits.ts';
import { createQueues } from '#server/queue.ts';
import { findUserByEmail, type User } from './accounts.queries.ts';
import { isPasswordOf } from './passwords.ts';

/** Guesses at one account stand in line, so that none slips past the count of the ones before it. */
const inTurn = createQueues({ atOnce: 1, waiting: 50, retryAfterSeconds: 5 });

/**
 * The account that this password opens, or undefined: an unknown account costs the same as a wrong password. Failures count for the
 * account and for the address, wherever the guess is made. @throws too_many_requests
 */
export function checkCredentials(
  ctx: Context,
  { email, password }: { email: string; password: string },
  address: string,
): Promise<User | undefined> {
  return inTurn(accountKey(email), async () => {
    await checkLogin(ctx, email, address);
    const user = await findUserByEmail(ctx.db, email);
    if (await isPasswordOf(user?.passwordHash, password)) {
      await forgetLoginFailures(ctx, email);
      return user;
    }
    await countLoginFailure(ctx, email, address);
    return undefined;
  });
}
