import { randomUUID } from 'node:crypto';
import type { Context } from '#server/platform/context.ts';
import { detachOrder } from '#server/sales/inventory/stock.service.ts';
import { bookIncome, bookRefund } from '#server/sales/payments/ledger/ledger.ts';
import { mailRefund } from '#server/sales/payments/refunds/refund.mail.ts';
import { insertRefund } from '#server/sales/payments/refunds/refunds.queries.ts';
import type { FailureReason } from '#shared/payments/payments.contract.ts';
import { type Captured, changeOrder, changePayment, endOrderedPayments, type OrderedPayment, type Payment } from './payments.queries.ts';

/** Stores a refund of all the money and queues the mail to the guest, before the bank is asked for it. */
export async function refundAll(tx: Context, ordered: OrderedPayment, reason: 'no_place' | 'flagged', note = ''): Promise<Payment> {
  const { payment, order } = ordered;
  const captured = capturedOf(ordered);
  if (captured.capturedTetri === 0) return close(tx, ordered);
  const now = tx.clock.now();
  const amountTetri = captured.capturedTetri;
  // Money without a place is refunded automatically, in every sync.
  const requestedBy = reason === 'flagged' ? (tx.actor?.userId ?? null) : null;
  const promise = { paymentId: payment.id, amountTetri, reason, note, requestedBy };
  const refund = await insertRefund(tx.db, { ...promise, idempotencyKey: randomUUID(), checkAt: now, createdAt: now });
  const refunding = await changePayment(tx.db, payment, { state: 'refunding', refundTetri: amountTetri, ...captured });
  await changeOrder(tx.db, order.id, { state: 'refunded', settledAt: now });
  await bookIncome(tx, [withCaptured(ordered)], 'owed');
  await detachOrder(tx, order.id);
  await mailRefund(tx, ordered, refund);
  tx.log.warn({ paymentId: payment.id, reason }, 'the money of an order is refunded');
  return refunding;
}

/** Returns the captured amount: the requested one, or that of a flagged payment. */
function capturedOf({ payment }: OrderedPayment): Captured {
  if (payment.state === 'flagged') return { capturedTetri: payment.capturedTetri, capturedCurrency: payment.capturedCurrency };
  return { capturedTetri: payment.amountTetri, capturedCurrency: payment.currency };
}

/** Returns a payment with the amount that the bank captured. */
export const withCaptured = (ordered: OrderedPayment): Payment => ({ ...ordered.payment, ...capturedOf(ordered) });

/** Marks the payment as failed; its places remain in the cart only as long as its hold lasts (`detachOrder`). */
export async function close(tx: Context, ordered: OrderedPayment, failureReason: FailureReason = 'unknown'): Promise<Payment> {
  const [failed = ordered.payment] = await endOrderedPayments(tx.db, [ordered.payment], {
    state: 'failed',
    failureReason,
    settledAt: tx.clock.now(),
  });
  await detachOrder(tx, ordered.order.id);
  return failed;
}

/** Records money that was refunded at the bank before we knew of it: the ledger gets both movements. */
export async function recordRefundAtBank(tx: Context, ordered: OrderedPayment): Promise<Payment> {
  const now = tx.clock.now();
  const payment = withCaptured(ordered);
  const [ended = payment] = await endOrderedPayments(tx.db, [payment], { state: 'refunded', settledAt: now });
  const refunded = await changePayment(tx.db, ended, { refundTetri: payment.capturedTetri });
  const times = { createdAt: now, confirmedAt: now };
  const whole = { paymentId: payment.id, amountTetri: payment.capturedTetri, reason: 'at_bank', state: 'confirmed' } as const;
  const refund = await insertRefund(tx.db, { ...whole, ...times, idempotencyKey: randomUUID() });
  await bookIncome(tx, [payment], 'owed');
  await bookRefund(tx, payment, refund);
  await detachOrder(tx, ordered.order.id);
  return refunded;
}
