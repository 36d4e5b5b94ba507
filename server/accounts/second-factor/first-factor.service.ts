import { findUserById, type User } from '#server/accounts/accounts.queries.ts';
import { findRoles } from '#server/accounts/roles.queries.ts';
import { type Context, requireUser } from '#server/platform/context.ts';
import { EMAIL_CODE_MS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { findActiveFactors, findMailboxProof } from './second-factor.queries.ts';

/**
 * A first second factor locks out others who know the password, and for staff it opens the console. So an account with a role or a proved
 * address needs the mailbox besides the password to add it, except in a demo, whose addresses have no mailbox.
 */
export async function needsMailbox({ db, env }: Context, user: User): Promise<boolean> {
  if (env.demo !== 'off' || (await findActiveFactors(db, user.id)).length > 0) return false;
  return user.emailProvedAt !== null || (await findRoles(db, user.id)).length > 0;
}

/** Returns true if the caller's session has recently proved that its user reads the mailbox. @throws unauthorized */
export async function hasReadMailbox(ctx: Context): Promise<boolean> {
  const provedAt = await findMailboxProof(ctx.db, requireUser(ctx).sessionId);
  return provedAt !== null && Math.abs(ctx.clock.now().getTime() - provedAt.getTime()) <= EMAIL_CODE_MS;
}

/**
 * Refuses to add the first factor of an account with a role or a proved address in a session without a recent proof of the mailbox.
 * @throws unauthorized, confirmation_required (`params`: with `mail`)
 */
export async function requireMailboxForFirstFactor(ctx: Context): Promise<void> {
  const user = await findUserById(ctx.db, requireUser(ctx).userId);
  if (!user) throw new AppError('unauthorized');
  if (!(await needsMailbox(ctx, user)) || (await hasReadMailbox(ctx))) return;
  throw new AppError('confirmation_required', { params: { with: 'mail' } });
}
