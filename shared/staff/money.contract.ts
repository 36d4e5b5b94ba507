import { z } from 'zod';
import { endpoint } from '#shared/contract.ts';
import { CLAIMS } from '#shared/tickets/claims.ts';
import { gel, jsonId, jsonLongId, wireId, wireLongId, wireTime } from '#shared/wire.ts';
import { PaymentDecision, RefundInput } from './money.schemas.ts';
import { ReasonInput } from './reason.schemas.ts';
import { StaffEventView } from './events.contract.ts';

export const LEDGER_ACCOUNTS = ['bank', 'sales', 'owed', 'unclear'] as const;

const byId = z.object({ id: wireLongId });
const byEventId = z.object({ id: wireId });

export const RefundView = z.object({
  id: jsonLongId,
  paymentId: jsonLongId,
  amount: gel,
  reason: z.enum(['no_place', 'staff', 'event_cancelled', 'flagged', 'at_bank', 'returned']),
  note: z.string(),
  state: z.enum(['intended', 'sent', 'confirmed', 'failed', 'unknown']),
  refusals: z.number().int(),
  tickets: z.array(jsonLongId),
  createdAt: wireTime,
  confirmedAt: wireTime.nullable(),
});
export type RefundView = z.infer<typeof RefundView>;

/** `captured`: the amount the bank captured; `refund`: the refunded part of it. */
export const StaffPaymentView = z.object({
  id: jsonLongId,
  orderId: jsonLongId,
  provider: z.string(),
  providerOrderId: z.string().nullable(),
  state: z.enum(['created', 'pending', 'paid', 'failed', 'flagged', 'refunding', 'refunded']),
  amount: gel,
  currency: z.string(),
  captured: gel,
  capturedCurrency: z.string().nullable(),
  refund: gel,
  flaggedReason: z.string().nullable(),
  resolution: z.enum(['issue', 'refund', 'close']).nullable(),
  resolutionNote: z.string().nullable(),
  createdAt: wireTime,
  settledAt: wireTime.nullable(),
});
export type StaffPaymentView = z.infer<typeof StaffPaymentView>;

/** `gift`: complimentary, so without a payment; with `receipt`, paid at the club's register. */
export const StaffOrderView = z.object({
  id: jsonLongId,
  gift: z
    .object({
      reason: z.string(),
      receipt: z.string().nullable(),
      givenBy: z.string(),
      revokedAt: wireTime.nullable(),
      revokeReason: z.string().nullable(),
    })
    .nullable(),
  state: z.enum(['pending', 'paid', 'failed', 'refunded']),
  total: gel,
  language: z.enum(['en', 'ka']),
  createdAt: wireTime,
  settledAt: wireTime.nullable(),
  guest: z.object({ id: jsonId, firstName: z.string(), lastName: z.string(), email: z.string(), isDeleted: z.boolean() }),
  lines: z.array(
    z.object({
      id: jsonLongId,
      eventId: jsonId,
      eventName: z.string(),
      eventNameLat: z.string(),
      ticketTypeId: jsonId,
      ticketType: z.object({ name: z.string(), nameLat: z.string() }),
      /** The promo code it was bought with. */
      code: z.string().nullable(),
      /** The ref code of the promoter whose link brought the guest. */
      refCode: z.string().nullable(),
      quantity: z.number().int(),
      price: gel,
    }),
  ),
  payments: z.array(StaffPaymentView),
  refunds: z.array(RefundView),
  tickets: z.array(
    z.object({
      id: jsonLongId,
      eventId: jsonId,
      ticketTypeId: jsonId,
      price: gel,
      state: z.enum(['valid', 'refunded', 'transferred']),
      /** Whose it is (shared/tickets/claims.ts). */
      claim: z.enum(CLAIMS),
      usedAt: wireTime.nullable(),
      refundId: jsonLongId.nullable(),
      /** The buyer transferred it to a friend: a refund ends the friend's ticket and pays the buyer. */
      isTransferred: z.boolean(),
    }),
  ),
  ledger: z.array(z.object({ movement: z.string(), account: z.string(), amount: z.number(), currency: z.string(), createdAt: wireTime })),
});
export type StaffOrderView = z.infer<typeof StaffOrderView>;

/** `orders.left` still have a valid ticket of the event; `money` is the sum of this run's refunds in GEL. */
export const BulkRefundView = z.object({
  eventId: jsonId,
  state: z.enum(['running', 'stopped', 'done']),
  note: z.string(),
  startedAt: wireTime,
  endedAt: wireTime.nullable(),
  orders: z.object({ refunded: z.number().int(), left: z.number().int() }),
  refunds: z.object({ open: z.number().int(), confirmed: z.number().int(), failed: z.number().int() }),
  money: z.object({ promised: gel, confirmed: gel }),
});
export type BulkRefundView = z.infer<typeof BulkRefundView>;

export const staffMoneyContract = {
  order: endpoint('GET', '/staff/orders/:id', 'money.read', {
    summary: 'Get an order with its payments, refunds, tickets and ledger entries',
    params: byId,
    output: StaffOrderView,
    errors: ['order_not_found'],
  }),
  refundOrder: endpoint('POST', '/staff/orders/:id/refund', 'money.refund', {
    summary: 'Refund these tickets, or all that are left; used tickets only with `evenIfUsed`',
    params: byId,
    body: RefundInput,
    output: RefundView,
    creates: true,
    errors: [
      'confirmation_required',
      'conflict',
      'nothing_to_refund',
      'order_not_found',
      'ticket_not_found',
      'ticket_refunded',
      'ticket_transferred',
      'ticket_used',
    ],
  }),
  retryRefund: endpoint('POST', '/staff/refunds/:id/retry', 'money.refund', {
    summary: 'Retry a failed refund',
    params: byId,
    output: RefundView,
    errors: ['bank_unavailable', 'conflict', 'order_not_found'],
  }),
  syncPaymentNow: endpoint('POST', '/staff/payments/:id/settle', 'money.refund', {
    summary: 'Check a payment’s status at the bank now',
    params: byId,
    output: StaffPaymentView,
    errors: ['bank_unavailable', 'order_not_found'],
  }),
  resolvePayment: endpoint('POST', '/staff/payments/:id/resolve', 'money.refund', {
    summary: 'Resolve a payment that needs review: issue the tickets, refund it, or close it because no money arrived',
    params: byId,
    body: PaymentDecision,
    output: StaffPaymentView,
    creates: true,
    confirmed: true,
    errors: ['bank_unavailable', 'money_not_captured', 'money_partly_back', 'money_remains', 'order_not_found', 'payment_not_flagged'],
  }),
  refundEvent: endpoint('POST', '/staff/events/:id/refund-all', 'money.refund', {
    summary: 'Refund all orders of a cancelled event',
    params: byEventId,
    body: ReasonInput,
    output: BulkRefundView,
    creates: true,
    confirmed: true,
    errors: ['event_not_cancelled', 'event_not_found'],
  }),
  cancelEvent: endpoint('PUT', '/staff/nights/:id/cancel-and-refund', 'events.refund', {
    summary: 'Cancel an event and start refunding all orders, both or neither; 409 if `version` is outdated',
    params: byEventId,
    body: ReasonInput.extend({ version: z.number().int().min(0) }),
    output: StaffEventView,
    invalidStatus: 422,
    confirmed: true,
    errors: ['conflict', 'event_not_found'],
  }),
  stopEventRefund: endpoint('POST', '/staff/events/:id/refund-all/stop', 'money.refund', {
    summary: 'Pause the refunds after those in progress',
    params: byEventId,
    output: BulkRefundView,
  }),
  resumeEventRefund: endpoint('POST', '/staff/events/:id/refund-all/resume', 'money.refund', {
    summary: 'Resume the refunds',
    params: byEventId,
    output: BulkRefundView,
    confirmed: true,
  }),
  eventRefund: endpoint('GET', '/staff/events/:id/refund-all', 'money.read', {
    summary: 'Get the progress of the refunds; null if none were started',
    params: byEventId,
    output: BulkRefundView.nullable(),
    errors: ['event_not_found'],
  }),
};
