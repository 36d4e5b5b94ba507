import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, storeAnswer, requireUser, withTransaction } from '#server/platform/context.ts';
import { emailKey } from '#server/platform/config/mail-addresses.ts';
import { fullName } from '#shared/accounts/account-rules.ts';
import type { JoinTeamInput } from '#shared/accounts/set-up.schemas.ts';
import { INVITATION_MS } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { StaffRole } from '#shared/staff/rights.ts';
import type { InvitationInput } from '#shared/staff/team.schemas.ts';
import { findUserByEmail, findUserById, insertUser, lockUserById, type User } from './accounts.queries.ts';
import { proveEmail } from '#server/accounts/email/email-proof.service.ts';
import { queueInvitation } from './invitations.mail.ts';
import {
  findInvitation,
  type Invitation,
  insertInvitation,
  lockInvitationById,
  setWithdrawn,
  useInvitation,
  withdrawInvitationTo,
} from './invitations.queries.ts';
import { limitInvitations, limitSetUp } from './limits.ts';
import { hashPassword, refuseCommonPassword } from './passwords.ts';
import { sealNumber, sealPersonal } from './personal-data.ts';
import { findRoles } from './roles.queries.ts';
import { inOrder, lockOwnersAsOwner, replaceRoles } from './roles.service.ts';
import { recordRefusal, recordSecurityEvent } from './security-events.service.ts';
import { type Login, startSession } from './sessions.service.ts';
import { createOpaqueToken, hashOpaqueToken } from './tokens.ts';

/**
 * Mails an address a link that gives roles, once, within 72 hours; an open invitation to it ends. The audit log does not get the address,
 * because it is never deleted from there. @throws unauthorized, forbidden, already_staff, too_many_requests
 */
export async function inviteStaff(ctx: Context, { email, roles, language }: InvitationInput): Promise<{ id: number }> {
  const { userId: invitedBy } = requireUser(ctx);
  await limitInvitations(ctx, invitedBy);
  return withTransaction(ctx, async (tx) => {
    // The lock also puts two invitations to one address in order.
    await lockOwnersAsOwner(tx);
    const user = await findUserByEmail(tx.db, email);
    if (user && (await findRoles(tx.db, user.id)).length > 0)
      throw new AppError('already_staff', { errors: { email: 'validation.already_staff' } });
    const now = tx.clock.now();
    const before = inOrder(await withdrawInvitationTo(tx.db, email, now));
    const after = inOrder(roles);
    const token = createOpaqueToken();
    const id = await insertInvitation(tx.db, {
      email,
      roles: after,
      language,
      tokenHash: hashOpaqueToken(token),
      invitedBy,
      createdAt: now,
      expiresAt: new Date(now.getTime() + INVITATION_MS),
    });
    await queueInvitation(tx, { id, email, language }, token);
    await recordAction(tx, { action: 'team.invite', subject: `invitation ${id}`, detail: { before, after } });
    await recordSecurityEvent(tx, 'staff_invited', invitedBy);
    return storeAnswer(tx, { id });
  });
}

/**
 * Withdraws an invitation, so that its link stops working; repeating it changes nothing. @throws unauthorized, forbidden, not_found,
 * conflict when it was used
 */
export async function withdrawInvitation(ctx: Context, { id }: { id: number }): Promise<Record<string, never>> {
  return withTransaction(ctx, async (tx) => {
    await lockOwnersAsOwner(tx);
    const invitation = await lockInvitationById(tx.db, id);
    if (!invitation) throw new AppError('not_found');
    if (invitation.usedAt) throw new AppError('conflict');
    if (invitation.withdrawnAt) return {};
    await setWithdrawn(tx.db, id, tx.clock.now());
    const detail = { before: inOrder(invitation.roles), after: [] };
    await recordAction(tx, { action: 'team.withdraw', subject: `invitation ${id}`, detail });
    return {};
  });
}

/** Returns what an invitation link offers. @throws invalid_token, invitation_used, invitation_expired, invitation_withdrawn */
export async function readInvitation(ctx: Context, { token }: { token: string }) {
  const invitation = requireOpen(await findInvitation(ctx.db, hashOpaqueToken(token)), ctx.clock.now());
  const inviter = await findUserById(ctx.db, invitation.invitedBy);
  return {
    email: invitation.email,
    roles: inOrder(invitation.roles),
    invitedBy: inviter ? fullName(inviter) : '',
    expiresAt: toWireTime(invitation.expiresAt),
  };
}

/**
 * Gives the caller the roles of an invitation to the account's address, and uses it up in the same transaction. @throws unauthorized,
 * invalid_token, invitation_used, invitation_expired, invitation_withdrawn, invitation_of_other
 */
export async function acceptInvitation(ctx: Context, { token }: { token: string }): Promise<{ roles: StaffRole[] }> {
  const { userId } = requireUser(ctx);
  try {
    return await withTransaction(ctx, (tx) => accept(tx, userId, hashOpaqueToken(token)));
  } catch (error) {
    if (error instanceof AppError && error.code === 'invitation_of_other')
      await recordRefusal(ctx, 'invitation_refused', async () => userId);
    throw error;
  }
}

type JoinCaller = { address: string; userAgent?: string | undefined };

/**
 * Creates an account with the address and the roles of an invitation, logs it in, and uses the invitation up in one transaction. Staff are
 * no guests, so personal number and birthdate are not required. @throws invalid_token, invitation_used, invitation_expired,
 * invitation_withdrawn, email_taken, invalid_fields, too_many_requests
 */
export async function joinTeam(ctx: Context, { token, ...form }: JoinTeamInput, caller: JoinCaller): Promise<Login> {
  await limitSetUp(ctx, caller.address);
  const tokenHash = hashOpaqueToken(token);
  // Before the password is hashed, which is costly.
  const { email, language } = requireOpen(await findInvitation(ctx.db, tokenHash), ctx.clock.now());
  if (ctx.reservedEmails.has(emailKey(email))) throw new AppError('email_taken');
  refuseCommonPassword(ctx, 'password', form.password, { ...form, email });
  const passwordHash = await hashPassword(form.password);
  return withTransaction(ctx, async (tx) => {
    const member = await insertUser(tx.db, {
      email,
      firstName: form.firstName,
      lastName: form.lastName,
      phoneNumber: form.phoneNumber,
      passwordHash,
      language,
      country: '',
      ...sealNumber(tx.keys, ''),
      sealedBirthdate: sealPersonal(tx.keys.personalData, 'birthdate', ''),
      createdAt: tx.clock.now(),
    });
    if (!member) throw new AppError('email_taken');
    await useUp(tx, member, tokenHash);
    const signedIn = await startSession(tx, member.id, { userAgent: caller.userAgent });
    await recordSecurityEvent(tx, 'sign_in', member.id);
    return { signedIn, owner: member };
  });
}

async function accept(tx: Context, userId: number, tokenHash: string): Promise<{ roles: StaffRole[] }> {
  const user = await lockUserById(tx.db, userId);
  if (!user) throw new AppError('unauthorized');
  return storeAnswer(tx, { roles: await useUp(tx, user, tokenHash) });
}

/** Gives a locked account the roles of an invitation to its address, and returns all it has. */
async function useUp(tx: Context, user: User, tokenHash: string): Promise<StaffRole[]> {
  const now = tx.clock.now();
  const invitation = requireOpen(await findInvitation(tx.db, tokenHash), now);
  if (invitation.emailKey !== user.emailKey) throw new AppError('invitation_of_other', { params: { email: invitation.email } });
  // Used or withdrawn since it was read.
  if (!(await useInvitation(tx.db, invitation.id, now))) {
    requireOpen(await findInvitation(tx.db, tokenHash), now);
    throw new AppError('invalid_token');
  }
  // The token was read in the mailbox of this address.
  await proveEmail(tx, user.id);
  const { after } = await replaceRoles(tx, user, {
    owners: [],
    action: 'team.accept',
    rolesAfter: (before) => [...before, ...invitation.roles],
    hasNoGrace: true,
    detail: { invitationId: invitation.id },
  });
  return after;
}

function requireOpen(invitation: Invitation | undefined, now: Date): Invitation {
  if (!invitation) throw new AppError('invalid_token');
  if (invitation.usedAt) throw new AppError('invitation_used');
  if (invitation.withdrawnAt) throw new AppError('invitation_withdrawn');
  if (invitation.expiresAt <= now) throw new AppError('invitation_expired');
  return invitation;
}
