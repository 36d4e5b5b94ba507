import { toWireTime } from '#shared/dates.ts';
import { toGel } from '#shared/money.ts';
import type { RefundView, StaffPaymentView } from '#shared/staff/money.contract.ts';
import type { Payment, Refund } from './payments.queries.ts';

/** A payment as staff see it. */
export const toPaymentView = (payment: Payment): StaffPaymentView => ({
  id: payment.id,
  orderId: payment.orderId,
  provider: payment.provider,
  providerOrderId: payment.providerOrderId,
  state: payment.state,
  amount: toGel(payment.amountTetri),
  currency: payment.currency,
  captured: toGel(payment.capturedTetri),
  capturedCurrency: payment.capturedCurrency,
  refund: toGel(payment.refundTetri),
  flaggedReason: payment.flaggedReason,
  resolution: payment.resolution,
  resolutionNote: payment.resolutionNote,
  createdAt: toWireTime(payment.createdAt),
  settledAt: payment.settledAt && toWireTime(payment.settledAt),
});

/** A refund with the tickets it ended. */
export const toRefundView = (refund: Refund, tickets: number[]): RefundView => ({
  id: refund.id,
  paymentId: refund.paymentId,
  amount: toGel(refund.amountTetri),
  reason: refund.reason,
  note: refund.note,
  state: refund.state,
  refusals: refund.refusals,
  tickets,
  createdAt: toWireTime(refund.createdAt),
  confirmedAt: refund.confirmedAt && toWireTime(refund.confirmedAt),
});
