import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { AppError } from '#shared/errors.ts';
import type { StaffNotificationsView } from '#shared/staff/staff-notifications.contract.ts';
import type { StaffNotificationsInput } from '#shared/staff/staff-notifications.schemas.ts';
import { rightsOf } from '#shared/staff/rights.ts';
import { findMember, type Member, writeChoices } from './staff-notifications.queries.ts';

/**
 * The mails that a member gets: an Owner without a choice gets those about sold-out events. A mail that needs a missing right is not sent.
 */
export function choicesOf({ roles, soldOut, waitingGuests }: Pick<Member, 'roles' | 'soldOut' | 'waitingGuests'>): StaffNotificationsInput {
  const offered = offeredTo(roles);
  return {
    soldOut: offered.soldOut && (soldOut ?? roles.includes('Owner')),
    waitingGuests: offered.waitingGuests ? (waitingGuests ?? 'never') : 'never',
  };
}

function offeredTo(roles: Member['roles']): StaffNotificationsView['offered'] {
  const rights = rightsOf(roles);
  return { soldOut: rights.includes('events.read'), waitingGuests: rights.includes('guests.read') };
}

/** @throws unauthorized */
export async function getStaffNotifications(ctx: Context): Promise<StaffNotificationsView> {
  const member = await findMember(ctx.db, requireUser(ctx).userId);
  if (!member) throw new AppError('unauthorized');
  return { ...choicesOf(member), offered: offeredTo(member.roles), address: member.emailProvedAt ? member.email : null };
}

/** @throws unauthorized */
export function changeStaffNotifications(ctx: Context, choices: StaffNotificationsInput): Promise<StaffNotificationsView> {
  const { userId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const { soldOut, waitingGuests } = await getStaffNotifications(tx);
    await writeChoices(tx.db, userId, choices);
    const detail = { before: { soldOut, waitingGuests }, after: choices };
    await recordAction(tx, { action: 'team.notifications', subject: `guest ${userId}`, detail });
    return getStaffNotifications(tx);
  });
}
