import { z } from 'zod';
import { STAFF_ROLES, type StaffRole } from '#shared/staff/rights.ts';

const roleNames = `must be none, or names of roles with commas between: ${STAFF_ROLES.join(', ')}`;
const days = 'must be a whole number of days, 0 or more';
const GRACE_DAYS = 7;
const IN_PRODUCTION = 'Owner,Manager,Desk,Money';

const roleOf = (name: string): StaffRole | undefined => STAFF_ROLES.find((role) => role.toLowerCase() === name.trim().toLowerCase());

export const secondFactorVariables = {
  SECOND_FACTOR_ROLES: z
    .string()
    .refine((list) => list.toLowerCase() === 'none' || list.split(',').every((name) => roleOf(name) !== undefined), roleNames)
    .optional(),
  SECOND_FACTOR_GRACE_DAYS: z.coerce.number(days).int(days).min(0, days).max(3650, days).default(GRACE_DAYS),
};
const Variables = z.object(secondFactorVariables);

/** Returns the roles that must have a second factor, none in a demo, and the days of grace. */
export function readSecondFactor(
  { SECOND_FACTOR_ROLES, SECOND_FACTOR_GRACE_DAYS }: z.infer<typeof Variables>,
  { isProduction, isDemo }: { isProduction: boolean; isDemo: boolean },
) {
  const list = SECOND_FACTOR_ROLES ?? (isProduction ? IN_PRODUCTION : 'none');
  const roles = isDemo ? [] : list.split(',').flatMap((name) => roleOf(name) ?? []);
  return Object.freeze({ roles, graceDays: SECOND_FACTOR_GRACE_DAYS });
}
