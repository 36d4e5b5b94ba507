import { resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { type Context, keepAnswer, requireAdmin, withTransaction } from '#server/platform/context.ts';
import { withPaidStock } from '#server/sales/cart/stock.service.ts';
import { bankOf, bankTimeout, orElse, orUnavailable } from '#server/sales/payments/banks/bank-away.ts';
import type { BankStatus } from '#server/sales/payments/banks/provider.ts';
import { bookUnclear } from '#server/sales/payments/ledger/ledger.ts';
import { pursueRefunds } from '#server/sales/payments/refunds/refund.ts';
import { AppError } from '#shared/errors.ts';
import type { StaffPaymentView } from '#shared/staff/money.contract.ts';
import { close, collect, refundAll, recordRefundAtBank } from './apply-move.ts';
import { capturedAtBank, refundedAtBank } from './payment-states.ts';
import { changePayment, findPayment, lockOrderedPayment, type OrderedPayment, type Payment } from './payments.queries.ts';
import { settle } from './settle.ts';
import { toPaymentView } from './staff-views.ts';

type Decision = { paymentId: number; decision: 'issue' | 'refund' | 'close'; reason: string };

/** Settles a payment now. @throws unauthorized, forbidden, order_not_found, bank_unavailable */
export async function settleNow(ctx: Context, paymentId: number): Promise<StaffPaymentView> {
  requireAdmin(ctx);
  const { state } = await known(ctx, paymentId);
  // Before the bank is asked: its answer is stored with the payment, and may change nothing.
  await withTransaction(ctx, (tx) => recordAction(tx, { action: 'settle_payment', subject: `payment ${paymentId}`, detail: { state } }));
  return toPaymentView(await orUnavailable(settle(ctx, paymentId)));
}

/**
 * Applies staff's decision about a flagged payment, after the bank was asked once more: the tickets are issued, or its money is refunded
 * (also when no place is left), or it is closed because the bank has no money of it. So captured money still ends as tickets or a refund
 * (I5). @throws unauthorized, forbidden, order_not_found, payment_not_flagged, money_not_captured, money_remains, money_partly_back,
 * bank_unavailable
 */
export async function resolveFlagged(ctx: Context, { paymentId, decision, reason }: Decision): Promise<StaffPaymentView> {
  const { userId } = requireAdmin(ctx);
  const payment = await known(ctx, paymentId);
  if (payment.state !== 'flagged' || payment.providerOrderId === null) throw new AppError('payment_not_flagged');
  const timeout = bankTimeout();
  const bank = await orUnavailable(askBank(ctx, payment), timeout);
  await withPaidStock(ctx, async (tx) => {
    const flagged = await lockOrderedPayment(tx.db, paymentId);
    if (flagged?.payment.state !== 'flagged') throw new AppError('payment_not_flagged');
    const ordered = await withCapture(tx, flagged, bank);
    await changePayment(tx.db, paymentId, { resolution: decision, resolutionNote: reason, resolvedBy: userId, resolvedAt: tx.clock.now() });
    await carryOut(tx, ordered, { decision, reason, money: moneyAt(bank) });
    await recordAction(tx, { action: 'resolve_payment', subject: `payment ${paymentId}`, detail: { decision, reason } });
    await resolveAlert(tx, { kind: 'payment_flagged', subject: `payment ${paymentId}` });
    await keepAnswer(tx, toPaymentView(await known(tx, paymentId)));
  });
  await orElse(pursueRefunds(ctx, paymentId), undefined, timeout);
  return toPaymentView(await known(ctx, paymentId));
}

/** Async, so that an unknown bank rejects instead of throwing. */
const askBank = async (ctx: Context, { provider, providerOrderId }: Payment): Promise<BankStatus> =>
  bankOf(ctx, provider).getStatus(providerOrderId ?? '');

/** An amount that was unclear when the payment was flagged may be captured by now. */
async function withCapture(tx: Context, ordered: OrderedPayment, bank: BankStatus): Promise<OrderedPayment> {
  if (capturedAtBank(bank) === 0 || ordered.payment.capturedTetri > 0) return ordered;
  const captured = { capturedTetri: capturedAtBank(bank), capturedCurrency: bank.currency };
  const payment = { ...ordered.payment, ...captured };
  await changePayment(tx.db, payment.id, captured);
  await bookUnclear(tx, payment);
  return { ...ordered, payment };
}

type Money = 'all' | 'part' | 'none' | 'unclear';
type Resolution = Pick<Decision, 'decision' | 'reason'> & { money: Money };

/** How much of the captured money the bank still has, as far as it reports it. */
function moneyAt(bank: BankStatus): Money {
  const captured = capturedAtBank(bank);
  const refunded = refundedAtBank(bank);
  if (captured === 0) return bank.state === 'failed' ? 'none' : 'unclear';
  if (refunded === 0) return 'all';
  return refunded < captured ? 'part' : 'none';
}

async function carryOut(tx: Context, ordered: OrderedPayment, { decision, reason, money }: Resolution): Promise<void> {
  // The rest is less than the tickets' price, and less than a refund of all requests.
  if (money === 'part') return refuse('money_partly_back');
  if (decision === 'close') return money === 'none' ? closeWithoutMoney(tx, ordered) : refuse('money_remains');
  if (money !== 'all') return refuse('money_not_captured');
  return decision === 'issue' ? collect(tx, ordered) : refundAll(tx, ordered, 'flagged', reason);
}

function refuse(code: 'money_remains' | 'money_not_captured' | 'money_partly_back'): never {
  throw new AppError(code);
}

/** No money arrived, or it was refunded at the bank meanwhile. */
const closeWithoutMoney = (tx: Context, ordered: OrderedPayment): Promise<void> =>
  ordered.payment.capturedTetri === 0 ? close(tx, ordered) : recordRefundAtBank(tx, ordered);

async function known({ db }: Context, id: number): Promise<Payment> {
  const payment = await findPayment(db, id);
  if (!payment) throw new AppError('order_not_found');
  return payment;
}
