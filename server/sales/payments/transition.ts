import { randomUUID } from 'node:crypto';
import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import type { Context } from '#server/platform/context.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { detachOrder, findPaidPlaces, sellHeldPlaces, sellPlaces, type SoldLine } from '#server/sales/inventory/inventory.service.ts';
import { bookIncome, bookRefund, bookUnclear } from '#server/sales/payments/ledger/ledger.ts';
import { mailRefund } from '#server/sales/payments/refunds/refund.mail.ts';
import { insertRefund } from '#server/sales/payments/refunds/refunds.queries.ts';
import { sellListed } from '#server/sales/payments/refunds/sell-listed.ts';
import { issueTickets } from '#server/sales/tickets/tickets.service.ts';
import type { FailureReason } from '#shared/payments/payments.contract.ts';
import type { Transition } from './payment-states.ts';
import { type Captured, changeOrder, changePayment, endOrderedPayments, type OrderedPayment, type Payment } from './payments.queries.ts';

/**
 * Collects those of these payments whose places are still held for them, in the caller's transaction, which has locked both. Returns those
 * it collected; the others look for free places in a separate transaction.
 */
export async function collectHeld(tx: Context, paid: readonly OrderedPayment[]): Promise<Payment[]> {
  if (paid.length === 0) return [];
  const orderIds = paid.map(({ order }) => order.id);
  const sold = await sellHeldPlaces(tx, orderIds);
  const fulfilled = paid.filter(({ order }) => sold.has(order.id));
  return fulfilled.length > 0 ? fulfil(tx, fulfilled, [...sold.values()].flat()) : [];
}

/**
 * Writes the effects of a transition on payment, order, places, tickets, ledger and mail, in the caller's transaction, which has locked the
 * payment. Like each transition below, returns the changed payment.
 */
export async function applyTransition(tx: Context, ordered: OrderedPayment, transition: Transition): Promise<Payment> {
  switch (transition.to) {
    case 'stay':
      return ordered.payment;
    case 'paid':
      return collect(tx, ordered);
    case 'flagged':
      return flag(tx, ordered, transition);
    case 'failed':
      return close(tx, ordered, transition.reason);
    case 'refunded':
      return recordRefundAtBank(tx, ordered);
  }
}

/** Gives every line of a paid order its places and tickets, or refunds all of the money (I5, I12). */
export async function collect(tx: Context, ordered: OrderedPayment): Promise<Payment> {
  const places = await findPaidPlaces(tx, ordered.order.id);
  if (!places) return refundAll(tx, ordered, 'no_place');
  await sellListed(tx, places.returned);
  await sellPlaces(tx, places);
  const [paid = ordered.payment] = await fulfil(tx, [ordered], places.lines);
  return paid;
}

async function fulfil(tx: Context, fulfilled: readonly OrderedPayment[], lines: readonly SoldLine[]): Promise<Payment[]> {
  const captured = fulfilled.map(withCaptured);
  await issueTickets(tx, lines);
  await queueMails(tx, fulfilled.map(ticketMail));
  const paid = await endOrderedPayments(tx.db, captured, { state: 'paid', settledAt: tx.clock.now() });
  await bookIncome(tx, captured, 'sales');
  return paid;
}

const ticketMail = ({ order: { id: orderId, language }, email }: OrderedPayment) => {
  return { key: `ticket:${orderId}`, kind: 'ticket', recipient: email, language, payload: { orderId } } as const;
};

async function flag(tx: Context, { payment }: OrderedPayment, transition: Transition & { to: 'flagged' }): Promise<Payment> {
  const { reason, capturedTetri, capturedCurrency } = transition;
  const flagged = await changePayment(tx.db, payment, { state: 'flagged', flaggedReason: reason, capturedTetri, capturedCurrency });
  await bookUnclear(tx, flagged);
  const detail = `The bank’s report doesn’t match payment ${payment.id} of order ${payment.orderId}: ${reason}. No tickets were issued.`;
  await raiseAlert(tx, { kind: 'payment_flagged', subject: `payment ${payment.id}`, detail, params: { reason } });
  return flagged;
}

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
const withCaptured = (ordered: OrderedPayment): Payment => ({ ...ordered.payment, ...capturedOf(ordered) });

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
