import type { Context } from '#server/platform/context.ts';
import { queueMail } from '#server/platform/mail/mail.service.ts';
import type { OrderedPayment, Refund } from '#server/sales/payments/payments.queries.ts';

/** Tells the guest, once, what goes back and why; it leaves when the caller's transaction commits. */
export function mailRefund(tx: Context, { order, email }: OrderedPayment, { id: refundId }: Refund): Promise<void> {
  return queueMail(tx, { key: `refund:${refundId}`, kind: 'refund', recipient: email, language: order.language, payload: { refundId } });
}
