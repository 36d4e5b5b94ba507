import { fullName } from '#shared/accounts/account-rules.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { toGel } from '#shared/money.ts';
import type { StaffOrderView } from '#shared/staff/money.contract.ts';
import type { Context } from '#server/platform/context.ts';
import { findLedgerOfOrder } from '#server/sales/payments/ledger/ledger.ts';
import { findRefundsOfOrder } from '#server/sales/payments/refunds/refunds.queries.ts';
import { toPaymentView, toRefundView } from '#server/sales/payments/staff-money.service.ts';
import { findTicketsOfOrder } from '#server/sales/tickets/tickets.queries.ts';
import { findGivenOrder } from './complimentary.queries.ts';
import { findNamedLines, findOrderWithGuest, findPaymentsOfOrder } from './orders.queries.ts';

/** Returns all data of an order, for staff. @throws order_not_found */
export async function showOrder(ctx: Context, id: number): Promise<StaffOrderView> {
  const found = await findOrderWithGuest(ctx.db, id);
  if (!found) throw new AppError('order_not_found');
  const { order, guest } = found;
  return {
    id,
    gift: await complimentaryOf(ctx, id),
    state: order.state,
    total: toGel(order.totalTetri),
    language: order.language,
    createdAt: toWireTime(order.createdAt),
    settledAt: order.settledAt && toWireTime(order.settledAt),
    guest,
    ...(await partsOf(ctx, id)),
  };
}

/** Returns the giver, the reason or the register's receipt, and the revocation; null for a sold order. */
async function complimentaryOf({ db }: Context, id: number): Promise<StaffOrderView['gift']> {
  const given = await findGivenOrder(db, id);
  if (!given) return null;
  const { reason, receipt, giver, revokedAt, revokeReason } = given;
  return { reason, receipt, givenBy: fullName(giver), revokedAt: revokedAt && toWireTime(revokedAt), revokeReason };
}

async function partsOf(
  { db }: Context,
  id: number,
): Promise<Pick<StaffOrderView, 'lines' | 'payments' | 'refunds' | 'tickets' | 'ledger'>> {
  const lines = await findNamedLines(db, id);
  const payments = await findPaymentsOfOrder(db, id);
  const refunds = await findRefundsOfOrder(db, id);
  const tickets = await findTicketsOfOrder(db, id);
  const ledger = await findLedgerOfOrder(db, id);
  return {
    lines: lines.map(({ priceTetri, ...line }) => ({ ...line, price: toGel(priceTetri) })),
    payments: payments.map(toPaymentView),
    refunds: refunds.map(({ refund, ticketIds }) => toRefundView(refund, ticketIds)),
    tickets: tickets.map(({ id, eventId, ticketTypeId, priceTetri, state, claim, usedAt, refundId, transferNumber }) => {
      const sold = { id, eventId, ticketTypeId, price: toGel(priceTetri) };
      return { ...sold, state, claim, usedAt: usedAt && toWireTime(usedAt), refundId, isTransferred: transferNumber > 0 };
    }),
    ledger: ledger.map(({ movement, account, amountTetri, currency, createdAt }) => {
      return { movement, account, amount: toGel(amountTetri), currency, createdAt: toWireTime(createdAt) };
    }),
  };
}
