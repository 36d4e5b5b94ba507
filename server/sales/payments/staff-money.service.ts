import { randomUUID } from 'node:crypto';
import { resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import { recordAction } from '#server/platform/audit/audit.ts';
import { requireConfirmedForMany } from '#server/platform/audit/many-commands.ts';
import { type Context, storeAnswer, withTransaction, requireUser } from '#server/platform/context.ts';
import { withPaidStock } from '#server/sales/inventory/inventory.service.ts';
import { type BankStatus, bankOf, bankTimeout, orElse, orUnavailable } from '#server/sales/payments/banks/provider.ts';
import { bookUnclear } from '#server/sales/payments/ledger/ledger.ts';
import { lockListedSale } from '#server/sales/payments/refunds/sell-listed.ts';
import { promiseRefund } from '#server/sales/payments/refunds/promise-refund.ts';
import { processRefunds, subjectOf } from '#server/sales/payments/refunds/refund.ts';
import { changeRefund, findRefund, findTicketIdsOfRefund } from '#server/sales/payments/refunds/refunds.queries.ts';
import { toWireTime } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { toGel } from '#shared/money.ts';
import type { RefundView, StaffPaymentView } from '#shared/staff/money.contract.ts';
import { collect, close, recordRefundAtBank, refundAll } from './transition.ts';
import { capturedAtBank, refundedAtBank } from './payment-states.ts';
import { changePayment, findPayment, lockOrderedPayment, type OrderedPayment, type Payment, type Refund } from './payments.queries.ts';
import { syncPayment } from './sync-payment.ts';

type Decision = { paymentId: number; decision: 'issue' | 'refund' | 'close'; reason: string };

/** Syncs a payment now. @throws order_not_found, bank_unavailable */
export async function syncNow(ctx: Context, paymentId: number): Promise<StaffPaymentView> {
  const payment = await known(ctx, paymentId);
  const { state } = payment;
  // Recorded before the bank is asked: its answer is stored with the payment, and may change nothing.
  await withTransaction(ctx, (tx) => recordAction(tx, { action: 'settle_payment', subject: `payment ${paymentId}`, detail: { state } }));
  return toPaymentView(await orUnavailable(syncPayment(ctx, payment)));
}

/**
 * Applies staff's decision about a flagged payment after asking the bank again: issues the tickets, refunds the money (also if no place is
 * left), or closes it because the bank has none of the money. So captured money still ends as tickets or a refund (I5). @throws
 * unauthorized, order_not_found, payment_not_flagged, money_not_captured, money_remains, money_partly_back, bank_unavailable
 */
export async function resolveFlagged(ctx: Context, { paymentId, decision, reason }: Decision): Promise<StaffPaymentView> {
  const { userId } = requireUser(ctx);
  const payment = await known(ctx, paymentId);
  if (payment.state !== 'flagged' || payment.providerOrderId === null) throw new AppError('payment_not_flagged');
  const timeout = bankTimeout();
  const bank = await orUnavailable(askBank(ctx, payment), timeout);
  const resolved = await withPaidStock(ctx, async (tx) => {
    await lockListedSale(tx, payment);
    const flagged = await lockOrderedPayment(tx.db, paymentId);
    if (flagged?.payment.state !== 'flagged') throw new AppError('payment_not_flagged');
    const captured = await bookCapture(tx, flagged.payment, bank);
    const resolution = { resolution: decision, resolutionNote: reason, resolvedBy: userId, resolvedAt: tx.clock.now() };
    const ordered = { ...flagged, payment: await changePayment(tx.db, captured, resolution) };
    const done = await carryOut(tx, ordered, { decision, reason, money: moneyAt(bank) });
    await recordAction(tx, { action: 'resolve_payment', subject: `payment ${paymentId}`, detail: { decision, reason } });
    await resolveAlert(tx, { kind: 'payment_flagged', subject: `payment ${paymentId}` });
    await storeAnswer(tx, toPaymentView(done));
    return done;
  });
  await orElse(processRefunds(ctx, resolved), undefined, timeout);
  // The bank may have confirmed a refund.
  return toPaymentView(await known(ctx, paymentId));
}

/** Async, so that an unknown bank rejects instead of throwing. */
const askBank = async (ctx: Context, { provider, providerOrderId }: Payment): Promise<BankStatus> =>
  bankOf(ctx, provider).getStatus(providerOrderId ?? '');

/** An amount that was unclear when the payment was flagged may be captured by now. */
async function bookCapture(tx: Context, payment: Payment, bank: BankStatus): Promise<Payment> {
  if (capturedAtBank(bank) === 0 || payment.capturedTetri > 0) return payment;
  const captured = await changePayment(tx.db, payment, { capturedTetri: capturedAtBank(bank), capturedCurrency: bank.currency });
  await bookUnclear(tx, captured);
  return captured;
}

type Money = 'all' | 'part' | 'none' | 'unclear';
type Resolution = Pick<Decision, 'decision' | 'reason'> & { money: Money };

/** Returns how much of the captured money the bank still has, as far as it reports it. */
function moneyAt(bank: BankStatus): Money {
  const captured = capturedAtBank(bank);
  const refunded = refundedAtBank(bank);
  if (captured === 0) return bank.state === 'failed' ? 'none' : 'unclear';
  if (refunded === 0) return 'all';
  return refunded < captured ? 'part' : 'none';
}

async function carryOut(tx: Context, ordered: OrderedPayment, { decision, reason, money }: Resolution): Promise<Payment> {
  // What is left is less than the tickets' price, and less than a full refund.
  if (money === 'part') return refuse('money_partly_back');
  if (decision === 'close') return money === 'none' ? closeWithoutMoney(tx, ordered) : refuse('money_remains');
  if (money !== 'all') return refuse('money_not_captured');
  return decision === 'issue' ? collect(tx, ordered) : refundAll(tx, ordered, 'flagged', reason);
}

function refuse(code: 'money_remains' | 'money_not_captured' | 'money_partly_back'): never {
  throw new AppError(code);
}

/** No money arrived, or it was refunded at the bank since. */
const closeWithoutMoney = (tx: Context, ordered: OrderedPayment): Promise<Payment> =>
  ordered.payment.capturedTetri === 0 ? close(tx, ordered) : recordRefundAtBank(tx, ordered);

async function known({ db }: Context, id: number): Promise<Payment> {
  const payment = await findPayment(db, id);
  if (!payment) throw new AppError('order_not_found');
  return payment;
}

type Input = { tickets?: readonly number[] | undefined; reason: string; evenIfUsed?: boolean | undefined };

/**
 * Refunds tickets of an order, or all that are left. They stop admitting at once; the bank is asked now, and by the sweeper if it does not
 * answer. @throws unauthorized, confirmation_required, nothing_to_refund, ticket_not_found, ticket_refunded, ticket_used
 */
export async function refundOrder(ctx: Context, orderId: number, { tickets, reason, evenIfUsed = false }: Input): Promise<RefundView> {
  const { userId: requestedBy } = requireUser(ctx);
  const { refund, payment } = await withPaidStock(ctx, async (tx) => {
    const input = { orderId, reason: 'staff', note: reason, requestedBy, evenIfUsed } as const;
    const promised = await promiseRefund(tx, tickets ? { ...input, ticketIds: tickets } : input);
    if (!promised) throw new AppError('nothing_to_refund');
    const { id: refundId, amountTetri } = promised.refund;
    const detail = { reason, tickets: tickets ?? 'all', evenIfUsed, refundId, amountTetri };
    await recordAction(tx, { action: 'refund', subject: `order ${orderId}`, detail });
    await requireConfirmedForMany(tx);
    await storeAnswer(tx, await show(tx, refundId));
    return promised;
  });
  await orElse(processRefunds(ctx, payment), undefined);
  return show(ctx, refund.id);
}

/** Requests a permanently refused refund again, with a new key. @throws not_found, conflict */
export async function retryRefund(ctx: Context, id: number): Promise<RefundView> {
  const refund = await findRefund(ctx.db, id);
  if (!refund) throw new AppError('not_found');
  if (refund.state !== 'failed') throw new AppError('conflict');
  await withTransaction(ctx, async (tx) => {
    const again = { state: 'intended', idempotencyKey: randomUUID(), refusals: 0, checkAt: tx.clock.now() } as const;
    if (await changeRefund(tx.db, refund, again))
      await recordAction(tx, { action: 'retry_refund', subject: subjectOf(refund), detail: {} });
  });
  await orElse(processRefunds(ctx, await known(ctx, refund.paymentId)), undefined);
  return show(ctx, id);
}

async function show({ db }: Context, id: number): Promise<RefundView> {
  const refund = await findRefund(db, id);
  if (!refund) throw new AppError('not_found');
  return toRefundView(refund, await findTicketIdsOfRefund(db, id));
}

/** Returns a payment as staff see it. */
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

/** Returns a refund with the tickets it ended. */
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
