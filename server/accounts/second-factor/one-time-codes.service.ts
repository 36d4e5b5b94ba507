import { type Guesser, returnCodeTry, consumeCodeTry } from '#server/accounts/limits.ts';
import { lockUserById, type User } from '#server/accounts/accounts.queries.ts';
import { recordLimit, recordRefusal, recordSecurityEvent } from '#server/accounts/security-events.service.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { failureText } from '#server/platform/log.ts';
import { AppError } from '#shared/errors.ts';
import { foldRecoveryCode, hashRecoveryCode } from './recovery-codes.ts';
import { queueSecondFactor } from './second-factor.mail.ts';
import { countRecoveryCodes, findActiveFactors, type SecondFactor, spendRecoveryCode, spendStep } from './second-factor.queries.ts';
import { digitsOf, openSecret, stepOfCode } from './totp.ts';

/** `factors`: those whose digits are accepted, by default the active ones of the account. Recovery codes are accepted only by default. */
type Try = {
  userId: number;
  email: string;
  code: string;
  guesser: Guesser;
  factors?: (tx: Context) => Promise<SecondFactor[]>;
};

/**
 * Uses up a code and does the work in the same transaction, with the account locked. Six digits are limited by the place of the guess, as
 * passwords are (docs/decisions/0033); recovery codes are not, so that the owner is never locked out. @throws wrong_code, too_many_requests
 */
export async function withCode<T>(ctx: Context, attempt: Try, work: (tx: Context, user: User) => Promise<T>): Promise<T> {
  const { userId, email, code, guesser } = attempt;
  const recoveryCode = attempt.factors ? undefined : foldRecoveryCode(code);
  const isLimited = recoveryCode === undefined;
  try {
    if (isLimited) await consumeCodeTry(ctx, email, guesser);
  } catch (error) {
    await recordLimit(ctx, 'code_limited', async () => userId, error);
    if (!attempt.factors) await warnOfGuesses(ctx, userId);
    throw error;
  }
  const outcome = await withTransaction(ctx, async (tx) => {
    const user = await lockUserById(tx.db, userId);
    const isRight = user && (await (recoveryCode === undefined ? tryDigits(tx, attempt) : tryRecoveryCode(tx, user, recoveryCode)));
    return isRight ? { done: await work(tx, user) } : undefined;
  });
  if (outcome) {
    if (isLimited) await returnCodeTry(ctx, email, guesser);
    return outcome.done;
  }
  await (isLimited ? recordSecurityEvent(ctx, 'code_refused', userId) : recordRefusal(ctx, 'code_refused', async () => userId));
  throw new AppError('wrong_code', { errors: { code: 'validation.code_wrong' } });
}

/** Warns the account's owner: only a person who knows the password can try codes. */
async function warnOfGuesses(ctx: Context, userId: number): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const user = await lockUserById(tx.db, userId);
    if (user) await queueSecondFactor(tx, user, { change: 'codes_limited' });
  });
}

async function tryDigits(tx: Context, { userId, code, factors }: Try): Promise<boolean> {
  const digits = digitsOf(code);
  if (digits === undefined) return false;
  const now = tx.clock.now();
  for (const factor of await (factors ? factors(tx) : findActiveFactors(tx.db, userId))) {
    const secret = readSecret(tx, factor);
    const step = secret === undefined ? undefined : stepOfCode(secret, digits, now);
    if (step !== undefined && (await spendStep(tx.db, factor.id, step, now))) return true;
  }
  return false;
}

/** Returns undefined for a passkey, and for a secret sealed with another SECRET, so that the account's other factors still work. */
function readSecret(tx: Context, { id, userId, sealedSecret }: SecondFactor): string | undefined {
  if (sealedSecret === null) return undefined;
  try {
    return openSecret(tx.keys, userId, sealedSecret);
  } catch (error) {
    tx.log.warn({ factorId: id, reason: failureText(error) }, 'the secret of an authenticator app could not be read');
    return undefined;
  }
}

async function tryRecoveryCode(tx: Context, user: User, folded: string): Promise<boolean> {
  if (!(await spendRecoveryCode(tx.db, user.id, hashRecoveryCode(folded), tx.clock.now()))) return false;
  await recordSecurityEvent(tx, 'recovery_code_used', user.id);
  await queueSecondFactor(tx, user, { change: 'recovery_code_used', left: await countRecoveryCodes(tx.db, user.id) });
  return true;
}
