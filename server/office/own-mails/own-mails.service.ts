import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, requireUser, withTransaction } from '#server/platform/context.ts';
import { AppError } from '#shared/errors.ts';
import type { OwnMailsView } from '#shared/staff/own-mails.contract.ts';
import type { OwnMailsInput } from '#shared/staff/own-mails.schemas.ts';
import { rightsOf } from '#shared/staff/rights.ts';
import { findMember, type Member, writeChoices } from './own-mails.queries.ts';

/** What a member gets: an Owner who chose nothing hears of events that sell out. A mail whose right is missing is not sent. */
export function choicesOf({ roles, soldOut, waitingGuests }: Pick<Member, 'roles' | 'soldOut' | 'waitingGuests'>): OwnMailsInput {
  const offered = offeredTo(roles);
  return {
    soldOut: offered.soldOut && (soldOut ?? roles.includes('Owner')),
    waitingGuests: offered.waitingGuests ? (waitingGuests ?? 'never') : 'never',
  };
}

function offeredTo(roles: Member['roles']): OwnMailsView['offered'] {
  const rights = rightsOf(roles);
  return { soldOut: rights.includes('events.read'), waitingGuests: rights.includes('guests.read') };
}

/** @throws unauthorized */
export async function getOwnMails(ctx: Context): Promise<OwnMailsView> {
  const member = await findMember(ctx.db, requireUser(ctx).userId);
  if (!member) throw new AppError('unauthorized');
  return { ...choicesOf(member), offered: offeredTo(member.roles), address: member.emailProvedAt ? member.email : null };
}

/** @throws unauthorized */
export function changeOwnMails(ctx: Context, choices: OwnMailsInput): Promise<OwnMailsView> {
  const { userId } = requireUser(ctx);
  return withTransaction(ctx, async (tx) => {
    const { soldOut, waitingGuests } = await getOwnMails(tx);
    await writeChoices(tx.db, userId, choices);
    const detail = { before: { soldOut, waitingGuests }, after: choices };
    await recordAction(tx, { action: 'team.own_mails', subject: `guest ${userId}`, detail });
    return getOwnMails(tx);
  });
}
