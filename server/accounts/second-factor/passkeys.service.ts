import { findUserById, lockUserById } from '#server/accounts/accounts.queries.ts';
import { recordRefusal } from '#server/accounts/security-events.service.ts';
import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import type { PasskeyRequestView, NewPasskeyInput, NewPasskeyView } from '#shared/accounts/passkeys.contract.ts';
import { AppError } from '#shared/errors.ts';
import { type Asker, askPasskey, storeChallenge, consumeChallenge } from './passkey-answers.service.ts';
import { findPasskey, findPasskeys, insertPasskey } from './passkeys.queries.ts';
import { countFactor, requireMayAdd } from './second-factor.service.ts';
import { newPasskeyOptions, type Passkey, readAttestation } from './webauthn.ts';

function askerOf(ctx: Context, purpose: Asker['purpose']): Asker {
  const { userId, sessionId } = requireUser(ctx);
  return { purpose, subject: sessionId, userId };
}

/** Returns what the browser needs to make a passkey for the caller. @throws unauthorized, confirmation_required, second_factor_limit */
export async function beginPasskey(ctx: Context): Promise<NewPasskeyView> {
  const asker = askerOf(ctx, 'add');
  const account = await findUserById(ctx.db, asker.userId);
  if (!account) throw new AppError('unauthorized');
  await requireMayAdd(ctx, account.id);
  const options = await newPasskeyOptions(ctx.env, { clubName: ctx.venue().name, account, known: await findPasskeys(ctx.db, account.id) });
  await storeChallenge(ctx, asker, options.challenge);
  return options;
}

/**
 * Adds a passkey and confirms the session. Returns ten recovery codes if the account has none left, else none. @throws unauthorized,
 * confirmation_required, conflict when the caller already has it, as after a lost answer, wrong_passkey, second_factor_limit
 */
export async function addPasskey(ctx: Context, { name, passkey: attestation }: NewPasskeyInput): Promise<{ recoveryCodes: string[] }> {
  const asker = askerOf(ctx, 'add');
  if (await findPasskey(ctx.db, asker.userId, attestation.id)) throw new AppError('conflict');
  const challenge = await consumeChallenge(ctx, asker, attestation);
  const passkey = challenge === undefined ? undefined : await readAttestation(ctx.env, challenge, attestation);
  const added = passkey && (await storePasskey(ctx, { ...passkey, name }));
  if (added) return added;
  await recordRefusal(ctx, 'code_refused', async () => asker.userId);
  throw new AppError('wrong_passkey');
}

/** Returns undefined when another account has the passkey. */
async function storePasskey(ctx: Context, passkey: Passkey & { name: string }): Promise<{ recoveryCodes: string[] } | undefined> {
  const { userId, sessionId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const user = await lockUserById(tx.db, userId);
    if (!user) throw new AppError('unauthorized');
    const id = await insertPasskey(tx.db, { ...passkey, userId, createdAt: tx.clock.now() });
    return id === undefined ? undefined : countFactor(tx, user, { id, sessionId });
  });
}

/** Makes a challenge for `POST /auth/confirm`. @throws unauthorized, conflict without a passkey */
export const askConfirmingPasskey = async (ctx: Context): Promise<PasskeyRequestView> => askPasskey(ctx, askerOf(ctx, 'confirm'));
