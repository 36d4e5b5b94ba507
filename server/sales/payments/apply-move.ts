import { raiseAlert } from '#server/platform/alerts/alerts.service.ts';
import type { Context } from '#server/platform/context.ts';
import { queueMails } from '#server/platform/mail/mail.service.ts';
import { sellHeldPlaces, sellPlaces, type SoldLine } from '#server/sales/inventory/stock.service.ts';
import { bookIncome, bookUnclear } from '#server/sales/payments/ledger/ledger.ts';
import { sellListed } from '#server/sales/payments/refunds/sell-listed.ts';
import { issueTickets } from '#server/sales/tickets/tickets.service.ts';
import { close, recordRefundAtBank, refundAll, withCaptured } from './end-without-tickets.ts';
import type { Move } from './payment-states.ts';
import { changePayment, endOrderedPayments, type OrderedPayment } from './payments.queries.ts';

/**
 * Collects those of these payments whose places are still held for them, in the caller's transaction, which has locked them and their
 * holds. Returns the others, which look for free places in a transaction of their own.
 */
export async function collectHeld(tx: Context, paid: readonly OrderedPayment[]): Promise<OrderedPayment[]> {
  if (paid.length === 0) return [];
  const orderIds = paid.map(({ order }) => order.id);
  const sold = await sellHeldPlaces(tx, orderIds);
  const { served = [], late = [] } = Object.groupBy(paid, ({ order }) => (sold.has(order.id) ? 'served' : 'late'));
  if (served.length > 0) await serve(tx, served, [...sold.values()].flat());
  return late;
}

/**
 * Writes the effects of a move on payment, order, places, tickets, ledger and mail, in the caller's transaction, which has locked the
 * payment.
 */
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
      return recordRefundAtBank(tx, ordered);
  }
}

/** The money arrived: every line of the order gets its places and tickets, or all of the money is refunded (I5, I12). */
export async function collect(tx: Context, ordered: OrderedPayment): Promise<void> {
  const sold = await sellPlaces(tx, ordered.order.id, (holdIds) => sellListed(tx, holdIds));
  if (sold) await serve(tx, [ordered], sold);
  else await refundAll(tx, ordered, 'no_place');
}

/** Issues the tickets of paid orders and queues their mails. */
async function serve(tx: Context, served: readonly OrderedPayment[], lines: readonly SoldLine[]): Promise<void> {
  const captured = served.map(withCaptured);
  await issueTickets(tx, lines);
  await queueMails(tx, served.map(ticketMail));
  await endOrderedPayments(tx.db, captured, { state: 'paid', settledAt: tx.clock.now() });
  await bookIncome(tx, captured, 'sales');
}

const ticketMail = ({ order: { id: orderId, language }, email }: OrderedPayment) => {
  return { key: `ticket:${orderId}`, kind: 'ticket', recipient: email, language, payload: { orderId } } as const;
};

async function flag(tx: Context, { payment }: OrderedPayment, move: Move & { to: 'flagged' }): Promise<void> {
  const { reason, capturedTetri, capturedCurrency } = move;
  await changePayment(tx.db, payment.id, { state: 'flagged', flaggedReason: reason, capturedTetri, capturedCurrency });
  await bookUnclear(tx, { ...payment, capturedTetri, capturedCurrency });
  const detail = `What the bank says about payment ${payment.id} of order ${payment.orderId} does not fit: ${reason}. Nothing was issued.`;
  await raiseAlert(tx, { kind: 'payment_flagged', subject: `payment ${payment.id}`, detail });
}
