import { z } from 'zod';
import { ForgotPasswordInput } from '#shared/accounts/account.schemas.ts';
import { LANGUAGES } from '#shared/constants.ts';
import { STAFF_ROLES, type StaffRole } from './rights.ts';

const isEachOnce = (roles: readonly StaffRole[]): boolean => new Set(roles).size === roles.length;

/** The roles of one person: at least one, and each once. */
export const RoleSet = z
  .array(z.enum(STAFF_ROLES, 'validation.invalid'), 'validation.roles_required')
  .min(1, 'validation.roles_required')
  .max(STAFF_ROLES.length, 'validation.invalid')
  .refine(isEachOnce, 'validation.invalid')
  .meta({ uniqueItems: true });

/** A team invitation; the mail is in this language. */
export const InvitationInput = z.object({
  email: ForgotPasswordInput.shape.email,
  roles: RoleSet,
  language: z.enum(LANGUAGES, 'validation.invalid'),
});
export type InvitationInput = z.infer<typeof InvitationInput>;

/** `seen`: the roles that the screen showed; if they have changed, it is a conflict. */
export const RolesChange = z.object({ seen: RoleSet, wanted: RoleSet });
export type RolesChange = z.infer<typeof RolesChange>;
