import type { Context } from '#server/platform/context.ts';
import type { Right } from '#shared/staff/rights.ts';
import { findRightsFacts } from './roles.queries.ts';
import { rightsNow } from './second-factor/forced.ts';

/** Returns the rights of an account that do not rest, for work outside its sessions: those of a fully proved session. */
export async function rightsOfAccount({ db, env, clock }: Pick<Context, 'db' | 'env' | 'clock'>, userId: number): Promise<Right[]> {
  const facts = await findRightsFacts(db, userId, env.secondFactor.roles);
  if (!facts) return [];
  const now = clock.now();
  return rightsNow(env.secondFactor, { ...facts, confirmedAt: now, secondFactorAt: now }, now).rights;
}
