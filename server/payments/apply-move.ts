import { randomUUID } from 'node:crypto';
import { releaseOrder, sellPlaces } from '#server/cart/stock.service.ts';
import type { Context } from '#server/context.ts';
import { queueMail } from '#server/mail/mail.service.ts';
import { issueTickets } from '#server/tickets/tickets.service.ts';
import { firstCheckAt } from './check-times.ts';
import type { FlagReason, Move } from './payment-states.ts';
import { changeOrder, changePayment, endOrderedPayment, insertRefund, type OrderedPayment } from './payments.queries.ts';

/** Writes what a move means for payment, order, places, tickets and mail, in the caller's transaction, which holds the payment's lock. */
export async function applyMove(tx: Context, ordered: OrderedPayment, move: Move): Promise<void> {
  switch (move.to) {
    case 'stay':
      return;
    case 'paid':
      return collect(tx, ordered);
    case 'flagged':
      return flag(tx, ordered, move.reason);
    case 'failed':
    case 'refunded':
      return close(tx, ordered, move.to);
  }
}

/** The money came: every line gets its places and tickets, or all of the money goes back (I5, I12). */
async function collect(tx: Context, ordered: OrderedPayment): Promise<void> {
  const { order, email } = ordered;
  const sold = await sellPlaces(tx, order.id);
  if (!sold) return giveBack(tx, ordered);
  await issueTickets(tx, sold);
  const payload = { orderId: order.id };
  await queueMail(tx, { key: `ticket:${order.id}`, kind: 'ticket', recipient: email, language: order.language, payload });
  await endOrderedPayment(tx.db, ordered, { state: 'paid', settledAt: tx.clock.now() });
}

/** Writes down that the money goes back before the bank is asked to send it. */
async function giveBack(tx: Context, ordered: OrderedPayment): Promise<void> {
  const { payment, order } = ordered;
  if (payment.amountTetri === 0 || !tx.guards.refundWithoutPlace) return close(tx, ordered, 'failed');
  const now = tx.clock.now();
  const { id: paymentId, amountTetri } = payment;
  await insertRefund(tx.db, { paymentId, amountTetri, reason: 'no_place', idempotencyKey: randomUUID(), createdAt: now });
  await changePayment(tx.db, paymentId, { state: 'refunding', checkAt: firstCheckAt(now) });
  await changeOrder(tx.db, order.id, { state: 'refunded', settledAt: now });
  await releaseOrder(tx, order.id);
  tx.log.warn({ paymentId }, 'no place for a paid order: the money goes back');
}

async function close(tx: Context, ordered: OrderedPayment, state: 'failed' | 'refunded'): Promise<void> {
  await endOrderedPayment(tx.db, ordered, { state, settledAt: tx.clock.now() });
  await releaseOrder(tx, ordered.order.id);
}

async function flag(tx: Context, { payment }: OrderedPayment, flaggedReason: FlagReason): Promise<void> {
  await changePayment(tx.db, payment.id, { state: 'flagged', flaggedReason });
  tx.log.error({ paymentId: payment.id, flaggedReason }, 'a payment needs a person');
}
