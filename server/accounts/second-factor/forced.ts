import type { Env } from '#server/platform/config/env.ts';
import type { Proof } from '#server/platform/context.ts';
import { addDays } from '#shared/dates.ts';
import { type Right, rightsOf, type StaffRole } from '#shared/staff/rights.ts';

type Forced = Env['secondFactor'];

/** What is known of a session and its account. `graceFrom`: the earliest grant of a role that must have a second factor. */
type SessionFacts = {
  roles: readonly StaffRole[];
  graceFrom: Date | null;
  hasSecondFactor: boolean;
  confirmedAt: Date | null;
  secondFactorAt: Date | null;
};

/** When the grace of an account ends whose role was given then. */
export const graceEnd = ({ graceDays }: Forced, graceFrom: Date): Date => addDays(graceFrom, graceDays);

/**
 * The rights of a session now. Where a role of the account must have a second factor, all of them rest in a session that was not confirmed with
 * the account's factor, and without a factor once the grace is over (docs/decisions/0079).
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
