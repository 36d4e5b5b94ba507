import { randomUUID } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import type { RefundView } from '#shared/staff/money.contract.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { withPaidStock } from '#server/sales/cart/stock.service.ts';
import { keepAnswer, requireAdmin, withTransaction, type Context } from '#server/platform/context.ts';
import { orElse } from '#server/sales/payments/banks/bank-away.ts';
import { promiseRefund } from './promise-refund.ts';
import { pursueRefunds, subjectOf } from './refund.ts';
import { changeRefund, findRefund, findTicketIdsOfRefund } from './refunds.queries.ts';
import { toRefundView } from '#server/sales/payments/staff-views.ts';

type Input = { tickets?: readonly number[] | undefined; reason: string; evenIfUsed?: boolean | undefined };

/**
 * Refunds tickets of an order, or all that are left. They stop admitting at once; the bank is asked now, and by the sweeper if it does not
 * answer. @throws unauthorized, forbidden, nothing_to_refund, ticket_not_found, ticket_refunded, ticket_used
 */
export async function refundOrder(ctx: Context, orderId: number, { tickets, reason, evenIfUsed = false }: Input): Promise<RefundView> {
  const { userId: requestedBy } = requireAdmin(ctx);
  const refund = await withPaidStock(ctx, async (tx) => {
    const input = { orderId, reason: 'staff', note: reason, requestedBy, evenIfUsed } as const;
    const promised = await promiseRefund(tx, tickets ? { ...input, ticketIds: tickets } : input);
    if (!promised) throw new AppError('nothing_to_refund');
    const detail = { reason, tickets: tickets ?? 'all', evenIfUsed, refundId: promised.id, amountTetri: promised.amountTetri };
    await recordAction(tx, { action: 'refund', subject: `order ${orderId}`, detail });
    await keepAnswer(tx, await show(tx, promised.id));
    return promised;
  });
  await orElse(pursueRefunds(ctx, refund.paymentId), undefined);
  return show(ctx, refund.id);
}

/** Requests a permanently refused refund again, with a new key. @throws unauthorized, forbidden, not_found, conflict */
export async function retryRefund(ctx: Context, id: number): Promise<RefundView> {
  requireAdmin(ctx);
  const refund = await findRefund(ctx.db, id);
  if (!refund) throw new AppError('not_found');
  if (refund.state !== 'failed') throw new AppError('conflict');
  await withTransaction(ctx, async (tx) => {
    const again = { state: 'intended', idempotencyKey: randomUUID(), refusals: 0, checkAt: tx.clock.now() } as const;
    if (await changeRefund(tx.db, refund, again))
      await recordAction(tx, { action: 'retry_refund', subject: subjectOf(refund), detail: {} });
  });
  await orElse(pursueRefunds(ctx, refund.paymentId), undefined);
  return show(ctx, id);
}

async function show({ db }: Context, id: number): Promise<RefundView> {
  const refund = await findRefund(db, id);
  if (!refund) throw new AppError('not_found');
  return toRefundView(refund, await findTicketIdsOfRefund(db, id));
}
