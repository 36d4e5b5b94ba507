import { findUserById, type User } from '#server/accounts/accounts.queries.ts';
import { findRoles } from '#server/accounts/roles.queries.ts';
import { type Context, requireUser } from '#server/platform/context.ts';
import { EMAIL_CODE_MS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { findActiveFactors, findMailboxProof } from './second-factor.queries.ts';

/**
 * The first second factor shuts out everybody else who knows the password, and that of staff opens the console. So an account whose address
 * is proved, or that has a role, needs the mailbox beside the password to set it up. A demo's addresses have no mailbox.
 */
export async function needsMailbox({ db, env }: Context, user: User): Promise<boolean> {
  if (env.demo !== 'off' || (await findActiveFactors(db, user.id)).length > 0) return false;
  return user.emailProvedAt !== null || (await findRoles(db, user.id)).length > 0;
}

/** Returns true if the caller's session has lately proved to read the mailbox. @throws unauthorized */
export async function hasReadMailbox(ctx: Context): Promise<boolean> {
  const provedAt = await findMailboxProof(ctx.db, requireUser(ctx).sessionId);
  return provedAt !== null && Math.abs(ctx.clock.now().getTime() - provedAt.getTime()) <= EMAIL_CODE_MS;
}

/**
 * Refuses to set up the first factor of somebody with a role or a proved address in a session that has not lately proved to read the
 * mailbox. @throws unauthorized, confirmation_required (`params`: with `mail`)
 */
export async function requireMailboxForFirstFactor(ctx: Context): Promise<void> {
  const user = await findUserById(ctx.db, requireUser(ctx).userId);
  if (!user) throw new AppError('unauthorized');
  if (!(await needsMailbox(ctx, user)) || (await hasReadMailbox(ctx))) return;
  throw new AppError('confirmation_required', { params: { with: 'mail' } });
}
