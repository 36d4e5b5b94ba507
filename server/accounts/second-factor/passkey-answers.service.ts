import { lockUserById, type User } from '#server/accounts/accounts.queries.ts';
import { recordRefusal } from '#server/accounts/security-events.service.ts';
import { hashOpaqueToken } from '#server/accounts/tokens.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import type { PasskeyAssertion, PasskeyAttestation } from '#shared/accounts/passkey.schemas.ts';
import type { PasskeyRequestView } from '#shared/accounts/passkeys.contract.ts';
import { PASSKEY_TIMEOUT_MS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { countSignature, findPasskey, findPasskeys, replacePasskeyChallenge, spendPasskeyChallenge } from './passkeys.queries.ts';
import type { PASSKEY_PURPOSES } from './second-factor.table.ts';
import { passkeyRequestOptions, challengeIn, readAssertion } from './webauthn.ts';

/** The purpose of a challenge, and the session or login that requested it: only there it can be answered. */
export type Asker = { purpose: (typeof PASSKEY_PURPOSES)[number]; subject: string; userId: number };

/** Stores the hash of a challenge that was made for the browser. */
export async function storeChallenge(ctx: Context, asker: Asker, challenge: string): Promise<void> {
  const expiresAt = new Date(ctx.clock.now().getTime() + PASSKEY_TIMEOUT_MS);
  await replacePasskeyChallenge(ctx.db, { ...asker, challengeHash: hashOpaqueToken(challenge), expiresAt });
}

/** Uses up the challenge that an answer names, even if the answer is wrong, and returns it; undefined when it is not open. */
export async function consumeChallenge(
  ctx: Context,
  asker: Asker,
  answer: PasskeyAttestation | PasskeyAssertion,
): Promise<string | undefined> {
  const challenge = challengeIn(answer);
  if (challenge === undefined) return undefined;
  const isOpen = await spendPasskeyChallenge(ctx.db, { ...asker, challengeHash: hashOpaqueToken(challenge), now: ctx.clock.now() });
  return isOpen ? challenge : undefined;
}

/** Makes a challenge for the passkeys of an account. @throws conflict when it has none */
export async function askPasskey(ctx: Context, asker: Asker): Promise<PasskeyRequestView> {
  const passkeys = await findPasskeys(ctx.db, asker.userId);
  if (passkeys.length === 0) throw new AppError('conflict');
  const options = await passkeyRequestOptions(ctx.env, passkeys);
  await storeChallenge(ctx, asker, options.challenge);
  return options;
}

/**
 * Checks a passkey's answer and does the work, with the account locked. A signature cannot be guessed, so wrong answers are not limited.
 * @throws `refusal`: passkey_refused in a login; wrong_passkey in a session, where a browser would answer 401 by renewing its token
 */
export async function withPasskey<T>(
  ctx: Context,
  { asker, passkey, refusal }: { asker: Asker; passkey: PasskeyAssertion; refusal: 'passkey_refused' | 'wrong_passkey' },
  work: (tx: Context, user: User) => Promise<T>,
): Promise<T> {
  const { userId } = asker;
  const challenge = await consumeChallenge(ctx, asker, passkey);
  const known = await findPasskey(ctx.db, userId, passkey.id);
  const signatures = challenge !== undefined && known ? await readAssertion(ctx.env, challenge, { ...known, passkey }) : undefined;
  const outcome =
    known && signatures !== undefined
      ? await withTransaction(ctx, async (tx) => {
          const user = await lockUserById(tx.db, userId);
          const isUsed = user && (await countSignature(tx.db, known.id, signatures, tx.clock.now()));
          return isUsed ? { done: await work(tx, user) } : undefined;
        })
      : undefined;
  if (outcome) return outcome.done;
  await recordRefusal(ctx, 'code_refused', async () => userId);
  throw new AppError(refusal);
}
