import { type Context, withTransaction } from '#server/platform/context.ts';
import { fullName } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { RIGHTS, type StaffRole } from '#shared/staff/rights.ts';
import type { MemberSessionView } from '#shared/staff/team.contract.ts';
import type { RolesChange } from '#shared/staff/team.schemas.ts';
import { deviceName } from './devices.ts';
import { lockUserByEmail, lockUserById, type User } from './accounts.queries.ts';
import { listOpenInvitations } from './invitations.queries.ts';
import { findRoles, listStaff } from './roles.queries.ts';
import { inOrder, lockOwnersAsOwner, recordAboutUser, replaceRoles } from './roles.service.ts';
import { recordSecurityEvent } from './security-events.service.ts';
import { endSessionsOfUser, findSessionsOfUser, findSessionUse } from './sessions.queries.ts';
import { idleLimitMs } from './sessions.service.ts';

/** Returns all accounts with a role, by e-mail, and the open invitations. */
export async function listTeam(ctx: Context) {
  const now = ctx.clock.now();
  const staff = await listStaff(ctx.db);
  const ids = staff.map(({ id }) => id);
  const uses = new Map((await findSessionUse(ctx.db, ids, live(now, true))).map((use) => [use.userId, use]));
  const members = staff.map(({ roles, ...person }) => {
    const { lastUsedAt = null, sessions = 0 } = uses.get(person.id) ?? {};
    return { ...person, roles: inOrder(roles), lastSeenAt: lastUsedAt && toWireTime(lastUsedAt), sessions };
  });
  const open = await listOpenInvitations(ctx.db, now);
  const invitations = open.map(({ invitation: { id, email, roles, language, createdAt, expiresAt }, inviter }) => ({
    id,
    email,
    roles: inOrder(roles),
    language,
    invitedBy: fullName(inviter),
    createdAt: toWireTime(createdAt),
    expiresAt: toWireTime(expiresAt),
  }));
  return { members, invitations };
}

/** Returns the live sessions of a member of the team, the last used first. @throws user_not_found */
export async function listSessionsOfMember(ctx: Context, { id }: { id: number }): Promise<MemberSessionView[]> {
  const roles = await findRoles(ctx.db, id);
  if (roles.length === 0) throw new AppError('user_not_found');
  const found = await findSessionsOfUser(ctx.db, id, live(ctx.clock.now(), true));
  return found.map(({ userAgent, createdAt, lastUsedAt }) => {
    return { device: deviceName(userAgent), createdAt: toWireTime(createdAt), lastUsedAt: toWireTime(lastUsedAt) };
  });
}

/** The limits of a live session: neither expired nor idle for too long. */
const live = (now: Date, isStaff: boolean) => ({ now, usedSince: new Date(now.getTime() - idleLimitMs(isStaff)) });

/** Returns an account, locked. @throws user_not_found */
async function lockMember(tx: Context, id: number): Promise<User> {
  const user = await lockUserById(tx.db, id);
  if (!user) throw new AppError('user_not_found');
  return user;
}

/**
 * Replaces the roles of a member, from the member's next request on. Roles are given to guests only by invitation. @throws unauthorized,
 * forbidden, user_not_found, last_owner, conflict when the roles are not those seen, or none is left
 */
export async function changeRoles(ctx: Context, { id, seen, wanted }: { id: number } & RolesChange): Promise<{ roles: StaffRole[] }> {
  return withTransaction(ctx, async (tx) => {
    const owners = await lockOwnersAsOwner(tx);
    const user = await lockMember(tx, id);
    const { after } = await replaceRoles(tx, user, {
      owners,
      action: 'team.roles',
      rolesAfter(before) {
        const isAsSeen = isSame(before, seen);
        // A retry of the command after a lost answer.
        const isDone = before.length > 0 && isSame(before, wanted);
        if (!isAsSeen && !isDone) throw new AppError('conflict');
        return wanted;
      },
    });
    return { roles: after };
  });
}

const isSame = (some: readonly StaffRole[], others: readonly StaffRole[]): boolean => inOrder(some).join() === inOrder(others).join();

/**
 * Takes all roles away, from the member's next request on; an account without roles does not change. @throws unauthorized, forbidden,
 * user_not_found, last_owner
 */
export async function removeMember(ctx: Context, { id }: { id: number }): Promise<Record<string, never>> {
  return withTransaction(ctx, async (tx) => {
    const owners = await lockOwnersAsOwner(tx);
    await replaceRoles(tx, await lockMember(tx, id), { owners, action: 'team.remove', rolesAfter: () => [] });
    return {};
  });
}

/** How many sessions and passes ended. */
type Ended = { sessions: number; scannerDevices: number };

/**
 * Ends all sessions of a member of the team, and the scanner devices and guest list links that the member made. @throws unauthorized,
 * forbidden, user_not_found
 */
export async function signOutMember(ctx: Context, { id }: { id: number }): Promise<Ended> {
  return withTransaction(ctx, async (tx) => {
    await lockOwnersAsOwner(tx);
    const user = await lockMember(tx, id);
    if ((await findRoles(tx.db, id)).length === 0) throw new AppError('user_not_found');
    return signOut(tx, user);
  });
}

/**
 * Ends all sessions, passes and guest list links of an account. Only for the operator at the server, not in the API. @throws user_not_found
 */
export async function signOutAccount(ctx: Context, email: string): Promise<{ user: User } & Ended> {
  return withTransaction(ctx, async (tx) => {
    const user = await lockUserByEmail(tx.db, email);
    if (!user) throw new AppError('user_not_found');
    return { user, ...(await signOut(tx, user)) };
  });
}

async function signOut(tx: Context, user: User): Promise<Ended> {
  const now = tx.clock.now();
  const isStaff = (await findRoles(tx.db, user.id)).length > 0;
  const [use] = await findSessionUse(tx.db, [user.id], live(now, isStaff));
  const sessions = use?.sessions ?? 0;
  await endSessionsOfUser(tx.db, user.id, now);
  const { scannerDevices, links } = await tx.hooks.onAccessEnded(tx, user.id, RIGHTS);
  const before = { sessions, scannerDevices };
  const detail = { before, after: { sessions: 0, scannerDevices: 0 }, ...(links > 0 && { links }) };
  await recordAboutUser(tx, user, { action: 'team.sign_out', detail });
  await recordSecurityEvent(tx, 'sessions_ended', user.id);
  return before;
}
