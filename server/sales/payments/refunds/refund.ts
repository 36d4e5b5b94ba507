import { randomUUID } from 'node:crypto';
import { raiseAlert, resolveAlert } from '#server/platform/alerts/alerts.service.ts';
import { type Context, withTransaction } from '#server/platform/context.ts';
import { BankError, type BankStatus, bankNames, bankOf } from '#server/sales/payments/banks/provider.ts';
import { bookRefund } from '#server/sales/payments/ledger/ledger.ts';
import { isRefundDone } from '#server/sales/payments/payment-states.ts';
import { changePayment, lockOrderedPayment, type Payment, type Refund } from '#server/sales/payments/payments.queries.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import { changeRefund, claimDueRefunds, findRefundsOfPayment } from './refunds.queries.ts';

/**
 * Advances the refunds of a payment: requests the first one if it is due, then checks whether it was done, and continues with the next.
 * Concurrent and repeated calls are safe: one key is one refund. @throws BankError
 */
export async function processRefunds(ctx: Context, payment: Payment): Promise<void> {
  const providers = bankNames(ctx);
  for (;;) {
    const [due] = await claimDueRefunds(ctx.db, { now: ctx.clock.now(), limit: 1, providers, paymentId: payment.id });
    if (due) await askForRefund(ctx, payment, due);
    const { confirmed, left } = await checkRefunds(ctx, payment);
    if (confirmed === 0 || left === 0) return;
  }
}

/** Requests a claimed refund unless the bank has accepted it. Stores the answer; whether the money arrived is checked later. */
export async function askForRefund(ctx: Context, payment: Payment, refund: Refund): Promise<void> {
  const { providerOrderId, capturedTetri } = payment;
  if (refund.state === 'sent' || providerOrderId === null) return;
  const beforeTetri = sumOf((await findRefundsOfPayment(ctx.db, payment.id)).filter(isConfirmed));
  const { amountTetri, idempotencyKey } = refund;
  const bank = bankOf(ctx, payment.provider);
  const status = await bank.getStatus(providerOrderId);
  // Staff may have refunded it at the bank, and a refund that is running there may be this one.
  if (status.state === 'refunding' || isRefundDone({ amountTetri, beforeTetri, capturedTetri }, status)) return;
  // A bank without keys may have done it without an answer and show it late: a request soon after might refund twice.
  if (!bank.knowsKeys) await changeRefund(ctx.db, refund, { state: 'unknown', checkAt: afterUnknownResult(ctx.clock.now()) });
  try {
    const actionId = await bank.refund({ providerOrderId, amountTetri, refundedBeforeTetri: beforeTetri, idempotencyKey });
    await changeRefund(ctx.db, refund, { state: 'sent', actionId: actionId ?? null });
  } catch (error) {
    if (!(error instanceof BankError)) throw error;
    // An unknown result is requested again with the same key; a refusal is final for its key.
    if (error.outcome === 'unknown') await changeRefund(ctx.db, refund, { state: 'unknown' });
    else await withTransaction(ctx, (tx) => noteRefusal(tx, refund, error.message));
  }
}

/** Banks refuse for a while after the payment, or for good: a refused refund gets new keys and growing pauses, then staff must act. */
async function noteRefusal(tx: Context, refund: Refund, reason: string): Promise<void> {
  const refusals = refund.refusals + 1;
  const checkAt = afterRefusal(tx.clock.now(), refusals);
  const again = { state: 'intended', idempotencyKey: randomUUID(), actionId: null } as const;
  const next = checkAt ? { ...again, checkAt } : { state: 'failed' as const };
  if (!(await changeRefund(tx.db, refund, { ...next, refusals }))) return;
  tx.log.warn({ refundId: refund.id, refusals, reason }, 'the bank refused a refund');
  if (checkAt) return;
  const detail = `The bank refused refund ${refund.id} of payment ${refund.paymentId} ${refusals} times. It is not asked again by itself.`;
  await raiseAlert(tx, { kind: 'refund_failed', subject: subjectOf(refund), detail });
}

/** Asks the bank which refunds were done, and confirms them in order. @throws BankError */
export async function checkRefunds(ctx: Context, { id, provider, providerOrderId }: Payment): Promise<{ confirmed: number; left: number }> {
  const nothing = { confirmed: 0, left: 0 };
  if (providerOrderId === null || (await findRefundsOfPayment(ctx.db, id)).every(isConfirmed)) return nothing;
  const bank = await bankOf(ctx, provider).getStatus(providerOrderId);
  return withTransaction(ctx, async (tx) => {
    const ordered = await lockOrderedPayment(tx.db, id);
    return ordered ? confirm(tx, ordered.payment, bank) : nothing;
  });
}

async function confirm(tx: Context, payment: Payment, bank: BankStatus): Promise<{ confirmed: number; left: number }> {
  const refunds = await findRefundsOfPayment(tx.db, payment.id);
  // The bank reports only a sum: it is matched to requested refunds first, and to permanently refused ones last.
  const waiting = [...refunds.filter(isOpen), ...refunds.filter(({ state }) => state === 'failed')];
  let beforeTetri = sumOf(refunds.filter(isConfirmed));
  let confirmed = 0;
  for (const refund of waiting) {
    const { amountTetri } = refund;
    if (!isRefundDone({ amountTetri, beforeTetri, capturedTetri: payment.capturedTetri }, bank)) break;
    if (await changeRefund(tx.db, refund, { state: 'confirmed', confirmedAt: tx.clock.now() })) await noteConfirmed(tx, payment, refund);
    beforeTetri += amountTetri;
    confirmed += 1;
  }
  const left = waiting.slice(confirmed);
  const [next] = left;
  if (next)
    await (hasFailed(next, bank) ? noteRefusal(tx, next, 'Its books say that the money did not go.') : raiseSlowRefundAlert(tx, next));
  if (confirmed > 0) await endIfAllRefunded(tx, payment);
  return { confirmed, left: left.length };
}

/** Returns true if the bank accepted it and then reported that it could not be carried out. */
const hasFailed = ({ state, actionId }: Refund, bank: BankStatus): boolean =>
  state === 'sent' && actionId !== null && bank.failedRefunds?.includes(actionId) === true;

async function noteConfirmed(tx: Context, payment: Payment, refund: Refund): Promise<void> {
  await bookRefund(tx, payment, refund);
  const subject = subjectOf(refund);
  await resolveAlert(tx, { kind: 'refund_failed', subject });
  await resolveAlert(tx, { kind: 'refund_slow', subject });
}

async function raiseSlowRefundAlert(tx: Context, refund: Refund): Promise<void> {
  if (refund.state === 'failed' || !isSlow(refund, tx.clock.now())) return;
  const detail = `The bank has not shown refund ${refund.id} of payment ${refund.paymentId} since ${refund.createdAt.toISOString()}.`;
  await raiseAlert(tx, { kind: 'refund_slow', subject: subjectOf(refund), detail });
}

/** Ends a locked payment if all of its money was refunded, except the club's resale fees. Returns the payment. */
export async function endIfAllRefunded(tx: Context, payment: Payment): Promise<Payment> {
  if (payment.state !== 'refunding') return payment;
  const refunds = await findRefundsOfPayment(tx.db, payment.id);
  const keptTetri = refunds.reduce((sum, { feeTetri }) => sum + feeTetri, 0);
  if (!refunds.every(isConfirmed) || sumOf(refunds) + keptTetri < payment.capturedTetri) return payment;
  return changePayment(tx.db, payment, { state: 'refunded', settledAt: tx.clock.now() });
}

const isOpen = ({ state }: Refund): boolean => state === 'intended' || state === 'unknown' || state === 'sent';
const isConfirmed = ({ state }: Refund): boolean => state === 'confirmed';
const sumOf = (refunds: readonly Refund[]): number => refunds.reduce((sum, { amountTetri }) => sum + amountTetri, 0);
export const subjectOf = ({ id }: Pick<Refund, 'id'>): string => `refund ${id}`;

/**
 * The pauses before a refused refund is requested again: two days in all, because some banks refuse partial refunds on the day of payment.
 */
const REFUSAL_PAUSES_MS = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * MINUTE_MS);
const SLOW_MS = DAY_MS;

/** Returns when to retry after this many refusals; undefined when no retry is left. */
function afterRefusal(now: Date, refusals: number): Date | undefined {
  const pause = REFUSAL_PAUSES_MS[refusals - 1];
  return pause === undefined ? undefined : new Date(now.getTime() + pause);
}

const UNKNOWN_RESULT_MS = HOUR_MS;

/** Returns when to repeat a refund with an unknown result at a bank without idempotency keys. */
const afterUnknownResult = (now: Date): Date => new Date(now.getTime() + UNKNOWN_RESULT_MS);

/** Returns true after longer than any bank takes, not counting the pauses after refusals: staff should check. */
function isSlow({ createdAt, refusals }: { createdAt: Date; refusals: number }, now: Date): boolean {
  const pauses = REFUSAL_PAUSES_MS.slice(0, refusals).reduce((sum, pause) => sum + pause, 0);
  return now.getTime() - createdAt.getTime() > SLOW_MS + pauses;
}
