import { isFirstRole, isFirstRoleUnproved, type RoleChange } from '#server/accounts/roles.service.ts';

/** A first role ends the sessions, which were opened as a guest's. */
export const signedOutNote = (change: RoleChange): string => (isFirstRole(change) ? ' The account is signed out everywhere.' : '');

/** Returns a warning for the operator after a role was given to an unproved address; empty for a proved one. */
export function unprovedWarning(change: RoleChange): string {
  const { email, emailProvedAt } = change.user;
  if (emailProvedAt !== null) return '';
  const removed = isFirstRoleUnproved(change) ? ' Second factors it had are removed.' : '';
  return `\nWarning: nobody has proved yet to read the mailbox of ${email}, and the person who registered it knows the password. Make sure that it is the right person; the profile proves the address by mail.${removed}`;
}

/** The flag that gives a first role to an unproved address. */
export const UNPROVED = '--unproved';

/** Why such a role is refused without the flag, and what to do. */
export const unprovedRefusal = (email: string): string =>
  `nobody has proved yet to read the mailbox of ${email}, and the person who registered it knows the password. Confirm the address in the profile of the account first; if you have registered it yourself, add ${UNPROVED}.`;
