import { stockTogether } from '#server/cart/stock-together.ts';
import { findHeldOrders, lockStockOfOrders, withPaidStock } from '#server/cart/stock.service.ts';
import type { Context } from '#server/context.ts';
import type { Database } from '#server/db/client.ts';
import { applyMove } from './apply-move.ts';
import { bankOf } from '#server/payments/banks/bank-of.ts';
import { openAtBank } from './open-at-bank.ts';
import { isSettled, nextMove } from './payment-states.ts';
import { findOrderedPayment, findPayment, lockOrderedPayment, lockPayments, type Payment } from './payments.queries.ts';
import type { BankStatus } from '#server/payments/banks/provider.ts';
import { pursueRefunds } from '#server/payments/refunds/refund.ts';

/**
 * Asks the bank what became of a payment and does what follows, once. Callback, return page, sweeper and staff all call this, in any
 * order and number (I3). No transaction is open while the bank is asked. @throws BankError
 */
export function settle(ctx: Context, paymentId: number): Promise<Payment> {
  const underWay = settlingsOf(ctx);
  const settling = askAndApply(ctx, paymentId).finally(() => {
    if (underWay.get(paymentId) === settling) underWay.delete(paymentId);
  });
  underWay.set(paymentId, settling);
  return settling;
}

/**
 * The same for somebody who will look again if nothing is known yet: joins whoever is settling this payment, because a guest comes
 * back at the moment of the callback. A callback must not join: the bank may have been asked before it had anything to say.
 */
export const joinSettling = (ctx: Context, paymentId: number): Promise<Payment> =>
  settlingsOf(ctx).get(paymentId) ?? settle(ctx, paymentId);

const settlings = new WeakMap<Database, Map<number, Promise<Payment>>>();

function settlingsOf({ database }: Context): Map<number, Promise<Payment>> {
  const present = settlings.get(database) ?? new Map<number, Promise<Payment>>();
  settlings.set(database, present);
  return present;
}

async function askAndApply(ctx: Context, paymentId: number): Promise<Payment> {
  const payment = await knownPayment(ctx, paymentId);
  if (mayRefund(payment)) return refundAndTell(ctx, paymentId);
  if (isSettled(payment.state) && ctx.guards.settleOnce) return payment;
  const bank = await askBank(ctx, payment);
  if (bank && bank.state !== 'pending') await takeWordTogether(ctx, { paymentId, bank });
  const settled = await knownPayment(ctx, paymentId);
  return mayRefund(settled) ? refundAndTell(ctx, paymentId) : settled;
}

/** Money of it was promised back, all or some: what the bank has to say now is about that. */
const mayRefund = ({ state, refundTetri }: Payment): boolean => state === 'refunding' || (state === 'paid' && refundTetri > 0);

async function refundAndTell(ctx: Context, paymentId: number): Promise<Payment> {
  await pursueRefunds(ctx, paymentId);
  return knownPayment(ctx, paymentId);
}

async function knownPayment(ctx: Context, id: number): Promise<Payment> {
  const payment = await findPayment(ctx.db, id);
  if (!payment) throw new Error('There is no such payment.');
  return payment;
}

/** The bank's word, or nothing when there is nothing to be said yet. */
async function askBank(ctx: Context, payment: Payment): Promise<BankStatus | undefined> {
  const { orderId, amountTetri, currency, providerOrderId } = payment;
  const assumed = { externalOrderId: String(orderId), amountTetri, refundedTetri: 0, currency };
  if (amountTetri === 0 || !ctx.guards.verifyPayment) return { ...assumed, state: 'paid' };
  if (providerOrderId !== null) return bankOf(ctx, payment.provider).getStatus(providerOrderId);
  // The bank's answer never reached us, so nobody was ever sent to its page.
  if (payment.expiresAt <= ctx.clock.now()) return { ...assumed, state: 'failed' };
  if (payment.state === 'created') await openAtBank(ctx, payment.id);
  return undefined;
}

type Word = { paymentId: number; bank: BankStatus };

/** In a rush many payments end at the same moment, most of them for one night. */
const takeWordTogether = stockTogether({
  line: withPaidStock,
  lock: lockWhatIsHeld,
  work: takeWord,
  isApart: ({ paymentId }, held) => held.has(paymentId),
  keyOf: ({ paymentId }) => String(paymentId),
});

/** Answers the payments whose places are held for them: what becomes of those is nothing to the others. */
async function lockWhatIsHeld(tx: Context, words: readonly Word[]): Promise<Set<number>> {
  // Alone, its own locks are enough: payment, then events.
  if (words.length === 1 || !tx.guards.settleOnce) return new Set();
  const locked = await lockPayments(
    tx.db,
    words.map(({ paymentId }) => paymentId),
  );
  const orderIds = locked.map(({ orderId }) => orderId);
  await lockStockOfOrders(tx, orderIds);
  const held = await findHeldOrders(tx, orderIds);
  return new Set(locked.filter(({ orderId }) => held.has(orderId)).map(({ id }) => id));
}

async function takeWord(tx: Context, { paymentId, bank }: Word): Promise<void> {
  const find = tx.guards.settleOnce ? lockOrderedPayment : findOrderedPayment;
  const ordered = await find(tx.db, paymentId);
  if (!ordered) return;
  const state = tx.guards.settleOnce ? ordered.payment.state : 'pending';
  await applyMove(tx, ordered, nextMove({ ...ordered.payment, state }, bank));
}
