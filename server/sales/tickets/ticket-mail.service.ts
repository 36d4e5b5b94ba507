import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { keepAnswer, requireUser, withTransaction, type Context } from '#server/platform/context.ts';
import { limitTicketMails } from '#server/platform/limits/limits.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { findOpenTicket, findRecipient } from './ticket-mail.queries.ts';

/** Mails the whole order of an own unused ticket once more, to the guest's present address. @throws unauthorized, ticket_not_found, too_many_requests */
export async function mailTicketAgain(ctx: Context, id: number): Promise<Record<string, never>> {
  const { userId } = requireUser(ctx);
  const ticket = await findOpenTicket(ctx.db, userId, id);
  const recipient = ticket && (await findRecipient(ctx.db, ticket.orderId));
  if (!recipient) throw new AppError('ticket_not_found');
  await limitTicketMails(ctx, userId);
  const { orderId } = ticket;
  return withTransaction(ctx, async (tx) => {
    await queueMail(tx, {
      key: `ticket:${orderId}:again:${randomUUID()}`,
      kind: 'ticket',
      recipient: recipient.email,
      language: recipient.language,
      payload: { orderId },
    });
    return keepAnswer(tx, {});
  });
}
