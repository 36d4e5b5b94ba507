import { randomUUID } from 'node:crypto';
import type { FailureReason } from '#shared/payments/payments.contract.ts';
import { raiseAlert } from '#server/alerts/alerts.service.ts';
import { releaseOrder, sellPlaces } from '#server/cart/stock.service.ts';
import type { Context } from '#server/context.ts';
import { queueMail } from '#server/mail/mail.service.ts';
import { issueTickets } from '#server/tickets/tickets.service.ts';
import { bookCapture, bookRefund, bookResolution } from '#server/payments/books/ledger.ts';
import type { Move } from './payment-states.ts';
import { changeOrder, changePayment, endOrderedPayment, type Captured, type OrderedPayment } from './payments.queries.ts';
import { mailRefund } from '#server/payments/refunds/refund-mail-order.ts';
import { insertRefund } from '#server/payments/refunds/refunds.queries.ts';

/** Writes what a move means for payment, order, places, tickets, ledger and mail, in the caller's transaction, which holds the payment's lock. */
export async function applyMove(tx: Context, ordered: OrderedPayment, move: Move): Promise<void> {
  switch (move.to) {
    case 'stay':
      return;
    case 'paid':
      return collect(tx, ordered);
    case 'flagged':
      return flag(tx, ordered, move);
    case 'failed':
      return close(tx, ordered, move.reason);
    case 'refunded':
      return noteGivenBack(tx, ordered);
  }
}

/** The money came: every line gets its places and tickets, or all of the money goes back (I5, I12). */
export async function collect(tx: Context, ordered: OrderedPayment): Promise<void> {
  const { order, email } = ordered;
  const sold = await sellPlaces(tx, order.id);
  if (!sold) return giveBack(tx, ordered, 'no_place');
  await issueTickets(tx, sold);
  const payload = { orderId: order.id };
  await queueMail(tx, { key: `ticket:${order.id}`, kind: 'ticket', recipient: email, language: order.language, payload });
  await endOrderedPayment(tx.db, ordered, { state: 'paid', settledAt: tx.clock.now(), ...capturedOf(ordered) });
  await bookIncome(tx, ordered, 'sales');
}

/** Writes down that all of the money goes back, and tells the guest, before the bank is asked to send it. */
export async function giveBack(tx: Context, ordered: OrderedPayment, reason: 'no_place' | 'flagged', note = ''): Promise<void> {
  const { payment, order } = ordered;
  const captured = capturedOf(ordered);
  if (captured.capturedTetri === 0 || !tx.guards.refundWithoutPlace) return close(tx, ordered);
  const now = tx.clock.now();
  const amountTetri = captured.capturedTetri;
  const promise = { paymentId: payment.id, amountTetri, reason, note, requestedBy: tx.actor?.userId ?? null };
  const refund = await insertRefund(tx.db, { ...promise, idempotencyKey: randomUUID(), checkAt: now, createdAt: now });
  await changePayment(tx.db, payment.id, { state: 'refunding', refundTetri: amountTetri, ...captured });
  await changeOrder(tx.db, order.id, { state: 'refunded', settledAt: now });
  await bookIncome(tx, ordered, 'owed');
  await releaseOrder(tx, order.id);
  await mailRefund(tx, ordered, refund);
  tx.log.warn({ paymentId: payment.id, reason }, 'the money of an order goes back');
}

/** What the bank took: all that was asked, or what a flagged payment brought. */
function capturedOf({ payment }: OrderedPayment): Captured {
  if (payment.state === 'flagged') return { capturedTetri: payment.capturedTetri, capturedCurrency: payment.capturedCurrency };
  return { capturedTetri: payment.amountTetri, capturedCurrency: payment.currency };
}

function bookIncome(tx: Context, ordered: OrderedPayment, to: 'sales' | 'owed'): Promise<void> {
  const payment = { ...ordered.payment, ...capturedOf(ordered) };
  return payment.state === 'flagged' ? bookResolution(tx, payment, to) : bookCapture(tx, payment, to);
}

/** There is no money, and the places are free for others. */
export async function close(tx: Context, ordered: OrderedPayment, failureReason: FailureReason = 'unknown'): Promise<void> {
  const { capturedTetri, capturedCurrency } = ordered.payment;
  const end = { state: 'failed', failureReason, settledAt: tx.clock.now(), capturedTetri, capturedCurrency } as const;
  await endOrderedPayment(tx.db, ordered, end);
  await releaseOrder(tx, ordered.order.id);
}

/** Somebody gave the money back at the bank before we heard of it: the books say that it came and went. */
export async function noteGivenBack(tx: Context, ordered: OrderedPayment): Promise<void> {
  const now = tx.clock.now();
  const captured = capturedOf(ordered);
  const payment = { ...ordered.payment, ...captured };
  await endOrderedPayment(tx.db, ordered, { state: 'refunded', settledAt: now, ...captured });
  await changePayment(tx.db, payment.id, { refundTetri: payment.capturedTetri });
  const times = { createdAt: now, confirmedAt: now };
  const whole = { paymentId: payment.id, amountTetri: payment.capturedTetri, reason: 'at_bank', state: 'confirmed' } as const;
  const refund = await insertRefund(tx.db, { ...whole, ...times, idempotencyKey: randomUUID() });
  await bookIncome(tx, ordered, 'owed');
  await bookRefund(tx, payment, refund);
  await releaseOrder(tx, ordered.order.id);
}

async function flag(tx: Context, { payment }: OrderedPayment, move: Move & { to: 'flagged' }): Promise<void> {
  const { reason, capturedTetri, capturedCurrency } = move;
  await changePayment(tx.db, payment.id, { state: 'flagged', flaggedReason: reason, capturedTetri, capturedCurrency });
  await bookCapture(tx, { ...payment, capturedTetri, capturedCurrency }, 'unclear');
  const detail = `The bank's word about payment ${payment.id} of order ${payment.orderId} does not fit: ${reason}. Nothing was issued.`;
  await raiseAlert(tx, { kind: 'payment_flagged', subject: `payment ${payment.id}`, detail });
}
