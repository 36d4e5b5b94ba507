import type { Env } from '#server/platform/config/env.ts';
import type { Proof } from '#server/platform/context.ts';
import { addDays } from '#shared/dates.ts';
import { type Right, rightsOf, type StaffRole } from '#shared/staff/rights.ts';

type Forced = Env['secondFactor'];

/** What decides the rights of a session. `graceFrom`: the earliest grant of a role that must have a second factor. */
type SessionFacts = {
  roles: readonly StaffRole[];
  graceFrom: Date | null;
  hasSecondFactor: boolean;
  confirmedAt: Date | null;
  secondFactorAt: Date | null;
};

/** Returns when the grace ends that began at `graceFrom`. */
export const graceEnd = ({ graceDays }: Forced, graceFrom: Date): Date => addDays(graceFrom, graceDays);

/**
 * Returns the present rights of a session. If a role of the account must have a second factor, all rights rest in a session that was not
 * confirmed with it, and, without a factor, once the grace is over (docs/decisions/0079).
 */
export function rightsNow(forced: Forced, facts: SessionFacts, now: Date): { rights: Right[]; proof: Proof } {
  const { roles, graceFrom, hasSecondFactor, confirmedAt, secondFactorAt } = facts;
  const isBySecondFactor = hasSecondFactor && secondFactorAt !== null;
  const due: Proof['due'] =
    graceFrom === null || isBySecondFactor ? null : { step: hasSecondFactor ? 'confirm' : 'set_up', until: graceEnd(forced, graceFrom) };
  const isOver = due !== null && (hasSecondFactor || due.until <= now);
  const all = rightsOf(roles);
  const rights = isOver ? [] : all;
  const resting = all.filter((right) => !rights.includes(right));
  return { rights, proof: { confirmedAt, hasSecondFactor, isBySecondFactor, due, resting } };
}
