import { isFirstRole, isFirstRoleUnproved, type RoleChange } from '#server/accounts/roles.service.ts';

/** A first role ends the sessions, which were opened as a guest's. */
export const signedOutNote = (change: RoleChange): string => (isFirstRole(change) ? ' The account is logged out of all devices.' : '');

/** Returns a warning for the operator after a role was given to an unproved address; empty for a proved one. */
export function unprovedWarning(change: RoleChange): string {
  const { email, emailProvedAt } = change.user;
  if (emailProvedAt !== null) return '';
  const removed = isFirstRoleUnproved(change) ? ' Second factors it had are removed.' : '';
  return `\nWarning: ${email} is not verified, and the person who registered it knows the password. Make sure that it is the right person; the profile verifies the email.${removed}`;
}

/** The flag that gives a first role to an unproved address. */
export const UNPROVED = '--unproved';

/** Why such a role is refused without the flag, and what to do. */
export const unprovedRefusal = (email: string): string =>
  `${email} is not verified, and the person who registered it knows the password. Verify it in the account’s profile first; if you registered it yourself, add ${UNPROVED}.`;
