import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { keepAnswer, requireAdmin, withTransaction, type Context } from '#server/platform/context.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import { findRecipient, findValidTicketsOfOrder } from '#server/sales/tickets/ticket-mail.queries.ts';

/** Mails the tickets of an order to the guest's present address once more. @throws unauthorized, forbidden, order_not_found, ticket_not_found when none is valid */
export async function mailOrderAgain(ctx: Context, orderId: number): Promise<Record<string, never>> {
  requireAdmin(ctx);
  const recipient = await findRecipient(ctx.db, orderId);
  if (!recipient) throw new AppError('order_not_found');
  const valid = await findValidTicketsOfOrder(ctx.db, orderId);
  if (valid.length === 0) throw new AppError('ticket_not_found');
  return withTransaction(ctx, async (tx) => {
    const { email, language } = recipient;
    const key = `ticket:${orderId}:again:${randomUUID()}`;
    await queueMail(tx, { key, kind: 'ticket', recipient: email, language, payload: { orderId } });
    await recordAction(tx, { action: 'order.mail', subject: `order ${orderId}`, detail: { tickets: valid.length } });
    return keepAnswer(tx, {});
  });
}
