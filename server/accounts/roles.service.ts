import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import type { AuditAction } from '#shared/staff/audit.contract.ts';
import { addDays } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { rightsOf, STAFF_ROLES, type StaffRole } from '#shared/staff/rights.ts';
import { lockUserByEmail, updateUser, type User } from './accounts.queries.ts';
import { withdrawInvitationsBy, withdrawInvitationTo } from './invitations.queries.ts';
import { deleteRole, findFirstGrace, findRoles, findStanding, insertRole, listStaff, lockOwners } from './roles.queries.ts';
import { deleteAllFactors } from './second-factor/second-factor.queries.ts';
import { queueSecondFactor } from './second-factor/second-factor.mail.ts';
import { recordSecurityEvent } from './security-events.service.ts';
import { endOtherSessions, endSessionsOfUser } from './sessions.queries.ts';

/** The account, and its roles before and after a change. */
export type RoleChange = { user: User; before: StaffRole[]; after: StaffRole[] };

/** Returns all accounts with a role, by e-mail. Like the two changes below only for the operator at the server, not in the API. */
export const listRoles = (ctx: Context) => listStaff(ctx.db);

/**
 * Gives an account a role, from its next request on. The first role ends the account's sessions. If its address is not proved, the first
 * role also removes the second factors, or is refused with `needsProof`. @throws user_not_found, email_not_proved
 */
export const grantRole = (ctx: Context, email: string, role: StaffRole, { needsProof = false } = {}): Promise<RoleChange> =>
  changeRolesOf(ctx, email, { action: 'roles.grant', rolesAfter: (before) => [...before, role], needsProof });

/** Takes a role away, from the account's next request on. @throws user_not_found, last_owner */
export const revokeRole = (ctx: Context, email: string, role: StaffRole): Promise<RoleChange> =>
  changeRolesOf(ctx, email, { action: 'roles.revoke', rolesAfter: (before) => before.filter((each) => each !== role), needsProof: false });

/**
 * Returns true if the caller may decide about an account: never about their own; about staff, and about accounts with the caller's personal
 * number (a second account, or a guest who used that number), only with `roles.manage`.
 */
export const mayDecide = ({ actor }: Context, { id, isStaff, isSamePerson }: { id: number; isStaff: boolean; isSamePerson: boolean }) =>
  actor !== null && actor.userId !== id && (actor.rights.includes('roles.manage') || !(isStaff || isSamePerson));

/** Refuses what `mayDecide` does not allow. @throws unauthorized, forbidden */
export async function requireMayDecide(ctx: Context, id: number): Promise<void> {
  requireUser(ctx);
  if (!(await mayDecideAbout(ctx, id))) throw new AppError('forbidden', { params: { right: 'roles.manage' } });
}

/** Returns `mayDecide` for the id of an account. */
export async function mayDecideAbout(ctx: Context, id: number): Promise<boolean> {
  const { userId } = requireUser(ctx);
  const standing = await findStanding(ctx.db, id, userId);
  return standing === undefined || mayDecide(ctx, { id, ...standing });
}

type CommandedChange = { action: AuditAction; rolesAfter(before: StaffRole[]): StaffRole[]; needsProof: boolean };

function changeRolesOf(ctx: Context, email: string, { action, rolesAfter, needsProof }: CommandedChange): Promise<RoleChange> {
  return withTransaction(ctx, async (tx) => {
    // Locks Owners, account and roles in the same order as the deletion of an account.
    const owners = await lockOwners(tx.db);
    const user = await lockUserByEmail(tx.db, email);
    if (!user) throw new AppError('user_not_found');
    const change = await replaceRoles(tx, user, { owners, action, rolesAfter });
    const isUnproved = isFirstRoleUnproved(change);
    if (isUnproved && needsProof) throw new AppError('email_not_proved');
    if (isUnproved) await removeFactors(tx, user);
    return change;
  });
}

/** Returns true if an account whose address is not proved got its first role: another person may have registered it. */
export const isFirstRoleUnproved = ({ user, before, after }: RoleChange): boolean =>
  user.emailProvedAt === null && isFirstRole({ before, after });

export const isFirstRole = ({ before, after }: Pick<RoleChange, 'before' | 'after'>): boolean => before.length === 0 && after.length > 0;

/** Removes the second factors of a locked account, which may be another person's. */
async function removeFactors(tx: Context, user: User): Promise<void> {
  const removed = await deleteAllFactors(tx.db, user.id);
  if (removed.length === 0) return;
  const detail = { before: { factors: removed.length }, after: { factors: 0 } };
  await recordAboutUser(tx, user, { action: 'second_factor.remove', detail });
  await recordSecurityEvent(tx, 'second_factor_removed', user.id);
  await queueSecondFactor(tx, user, { change: 'removed' });
}

/**
 * Locks the Owners and requires that the caller is one, so that an Owner who has just been removed can remove no one. Serializes all
 * changes of the team. @throws unauthorized, forbidden
 */
export async function lockOwnersAsOwner(tx: Context): Promise<number[]> {
  const { userId } = requireUser(tx);
  const owners = await lockOwners(tx.db);
  if (!owners.includes(userId)) throw new AppError('forbidden', { params: { right: 'roles.manage' } });
  return owners;
}

type Replacement = {
  /** All Owners, locked (`lockOwners`): when two remove each other, the second waits there and then finds one Owner. */
  owners: readonly number[];
  action: AuditAction;
  rolesAfter(before: StaffRole[]): StaffRole[];
  /** Roles that must have a second factor need it at once. */
  hasNoGrace?: boolean;
  /** Further details for the audit log. */
  detail?: Record<string, unknown>;
};

/**
 * Replaces the roles of a locked account in the caller's transaction, unless they are equal, with audit entry and security event. A first
 * role ends its other sessions. Its invitations end with the role of Owner, its scanner devices and guest list links with the right that each
 * needs. @throws last_owner
 */
export async function replaceRoles(tx: Context, user: User, replacement: Replacement): Promise<RoleChange> {
  const { owners, action, rolesAfter, hasNoGrace = false, detail = {} } = replacement;
  const before = inOrder(await findRoles(tx.db, user.id));
  const after = inOrder(rolesAfter(before));
  const [added, removed] = [after.filter((role) => !before.includes(role)), before.filter((role) => !after.includes(role))];
  if (added.length + removed.length === 0) return { user, before, after };
  if (removed.includes('Owner') && owners.every((id) => id === user.id)) throw new AppError('last_owner');
  const now = tx.clock.now();
  // Neither another role, nor the same one again, nor a promotion of an invited member may start a new grace for the second factor.
  const firstGrace = earlier(user.graceFrom, await findFirstGrace(tx.db, user.id, tx.env.secondFactor.roles));
  const newGrace = hasNoGrace ? addDays(now, -tx.env.secondFactor.graceDays) : now;
  const graceFrom = firstGrace && firstGrace < newGrace ? firstGrace : newGrace;
  if (removed.length > 0 && firstGrace) await updateUser(tx.db, user.id, { graceFrom: firstGrace });
  const grantedBy = tx.actor?.userId ?? null;
  for (const role of added) await insertRole(tx.db, { userId: user.id, role, grantedAt: now, graceFrom, grantedBy });
  for (const role of removed) await deleteRole(tx.db, user.id, role);
  if (isFirstRole({ before, after })) await endSessionsOfGuest(tx, user.id);
  const invitations = removed.includes('Owner') ? await withdrawInvitationsBy(tx.db, user.id, now) : 0;
  // A former member must not come back with a link that was mailed before.
  if (after.length === 0) await withdrawInvitationTo(tx.db, user.email, now);
  const lost = rightsOf(before).filter((right) => !rightsOf(after).includes(right));
  const { scannerDevices, links } = await tx.hooks.onAccessEnded(tx, user.id, lost);
  const more = {
    ...(invitations > 0 && { invitations }),
    ...(scannerDevices > 0 && { scannerDevices }),
    ...(links > 0 && { links }),
    ...detail,
  };
  await recordAboutUser(tx, user, { action, detail: { before, after, ...more } });
  await recordSecurityEvent(tx, 'role_changed', user.id);
  return { user, before, after };
}

const earlier = (a: Date | null, b: Date | null): Date | null => (a && b ? (a < b ? a : b) : (a ?? b));

/** Guests' sessions last longer and new ones are not mailed about, so they end when the account becomes staff, except the caller's own. */
async function endSessionsOfGuest({ db, actor, clock }: Context, userId: number): Promise<void> {
  if (actor?.userId === userId) await endOtherSessions(db, userId, actor.sessionId, clock.now());
  else await endSessionsOfUser(db, userId, clock.now());
}

/** Returns the roles in the order of `STAFF_ROLES`, each once. */
export const inOrder = (roles: readonly StaffRole[]): StaffRole[] => STAFF_ROLES.filter((role) => roles.includes(role));

/**
 * Writes an audit entry about an account. Without an actor, such as for the operator, the entry is by the account itself, with `by:
 * 'operator'`.
 */
export async function recordAboutUser(
  tx: Context,
  { id, status }: User,
  { action, detail }: { action: AuditAction; detail: Record<string, unknown> },
): Promise<void> {
  const actor = tx.actor ?? { userId: id, sessionId: '', rights: [], status };
  const by = tx.actor === null ? { by: 'operator' } : {};
  await recordAction({ ...tx, actor }, { action, subject: `guest ${id}`, detail: { ...detail, ...by } });
}
