import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { AppError } from '#shared/errors.ts';
import { rightsOf, type StaffRole } from '#shared/staff/rights.ts';
import { lockUserByEmail, type User } from './accounts.queries.ts';
import { deleteRole, findRoles, insertRole, listStaff, lockOwners } from './roles.queries.ts';
import { recordSecurityEvent } from './security-events.service.ts';

/** The account with its roles before and after. */
export type RoleChange = { user: User; before: StaffRole[]; after: StaffRole[] };

/** Everybody with a role, by e-mail. Only for the operator at the server, like the changes below: no API call leads here. */
export const listRoles = (ctx: Context) => listStaff(ctx.db);

/** Gives an account a role; it applies from the account's next request. @throws user_not_found */
export const grantRole = (ctx: Context, email: string, role: StaffRole): Promise<RoleChange> =>
  withTransaction(ctx, (tx) =>
    changeRoles(tx, email, 'roles.grant', ({ id: userId }) =>
      insertRole(tx.db, { userId, role, grantedAt: tx.clock.now(), grantedBy: tx.actor?.userId ?? null }),
    ),
  );

/** Takes a role away; it applies from the account's next request. @throws user_not_found, last_owner */
export const revokeRole = (ctx: Context, email: string, role: StaffRole): Promise<RoleChange> =>
  withTransaction(ctx, async (tx) => {
    // Of two who take the role from each other, the second waits here and then finds one Owner.
    const owners = role === 'Owner' ? await lockOwners(tx.db) : [];
    return changeRoles(tx, email, 'roles.revoke', ({ id }) => {
      if (owners.includes(id) && owners.length === 1) throw new AppError('last_owner');
      return deleteRole(tx.db, id, role);
    });
  });

/** Nobody decides about themselves, and only who manages roles decides about other staff. */
export const mayDecide = ({ actor }: Context, about: { id: number; isStaff: boolean }): boolean =>
  actor !== null && actor.userId !== about.id && (!about.isStaff || actor.rights.includes('roles.manage'));

/** Refuses a decision that `mayDecide` does not allow. @throws unauthorized, forbidden */
export async function requireMayDecide(ctx: Context, id: number): Promise<void> {
  requireUser(ctx);
  const about = { id, isStaff: (await findRoles(ctx.db, id)).length > 0 };
  if (!mayDecide(ctx, about)) throw new AppError('forbidden', { params: { right: 'roles.manage' } });
}

/** The account is locked before its roles, in the same order as in its deletion. */
async function changeRoles(
  tx: Context,
  email: string,
  action: 'roles.grant' | 'roles.revoke',
  change: (user: User) => Promise<boolean>,
): Promise<RoleChange> {
  const user = await lockUserByEmail(tx.db, email);
  if (!user) throw new AppError('user_not_found');
  const before = await findRoles(tx.db, user.id);
  if (!(await change(user))) return { user, before, after: before };
  const after = await findRoles(tx.db, user.id);
  const detail = { before, after, ...(tx.actor === null && { by: 'operator' }) };
  await recordAction(asStaff(tx, user, after), { action, subject: `guest ${user.id}`, detail });
  await recordSecurityEvent(tx, 'role_changed', user.id);
  return { user, before, after };
}

/** Without a staff account, such as for the operator, the audit log has the change as an action of the account itself, with `by: 'operator'`. */
const asStaff = (tx: Context, { id, status }: User, roles: readonly StaffRole[]): Context => ({
  ...tx,
  actor: tx.actor ?? { userId: id, sessionId: '', rights: rightsOf(roles), status },
});
