import { type Actor, type Context, requireRight, requireUser } from '#server/platform/context.ts';
import { AppError } from '#shared/errors.ts';
import type { Right } from '#shared/staff/rights.ts';
import { lockUserById } from './accounts.queries.ts';
import { rightsNow } from './second-factor/forced.ts';
import { findLiveSessions } from './sessions.queries.ts';

/**
 * Locks the caller's account and checks session and right again, so that a concurrent sign-out or loss of the right either waits or is
 * seen. For what must end with its maker's access. @throws unauthorized, second_factor_missing, forbidden
 */
export async function lockCallerWith(tx: Context, right: Right): Promise<Actor> {
  const actor = requireUser(tx);
  await lockUserById(tx.db, actor.userId);
  const now = tx.clock.now();
  const [live] = await findLiveSessions(tx.db, [actor.sessionId], { now, forced: tx.env.secondFactor.roles });
  if (!live) throw new AppError('unauthorized');
  return requireRight({ ...tx, actor: { ...actor, ...rightsNow(tx.env.secondFactor, live, now), status: live.status } }, right);
}
