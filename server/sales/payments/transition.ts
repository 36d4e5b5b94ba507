import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import type { Context } from '#server/platform/context.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { findPaidPlaces, sellHeldPlaces, sellPlaces, type SoldLine } from '#server/sales/inventory/stock.service.ts';
import { bookIncome, bookUnclear } from '#server/sales/payments/ledger/ledger.ts';
import { sellListed } from '#server/sales/payments/refunds/sell-listed.ts';
import { issueTickets } from '#server/sales/tickets/tickets.service.ts';
import { close, recordRefundAtBank, refundAll, withCaptured } from './end-without-tickets.ts';
import type { Transition } from './payment-states.ts';
import { changePayment, endOrderedPayments, type OrderedPayment, type Payment } from './payments.queries.ts';

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
  const detail = `What the bank says about payment ${payment.id} of order ${payment.orderId} does not fit: ${reason}. Nothing was issued.`;
  await raiseAlert(tx, { kind: 'payment_flagged', subject: `payment ${payment.id}`, detail });
  return flagged;
}
