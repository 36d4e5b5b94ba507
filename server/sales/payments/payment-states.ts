import type { BankStatus } from '#server/sales/payments/banks/provider.ts';
import type { FailureReason } from '#shared/payments/payments.contract.ts';

export type PaymentState = 'created' | 'pending' | 'paid' | 'failed' | 'flagged' | 'refunding' | 'refunded';
type FlagReason = 'wrong_order' | 'wrong_amount' | 'wrong_currency' | 'unclear';
export type Transition =
  /** No change; an open payment is checked again later. */
  | { to: 'stay' }
  /** The money is captured: the order gets its places, or the money is refunded. */
  | { to: 'paid' }
  | { to: 'failed'; reason: FailureReason }
  /** Nothing is issued; staff must decide. The captured amount is given beside it. */
  | { to: 'flagged'; reason: FlagReason; capturedTetri: number; capturedCurrency: string }
  /** The bank captured and refunded the money before we knew of either. */
  | { to: 'refunded' };

type KnownPayment = { state: PaymentState; orderId: number; amountTetri: number; currency: string };

const stay: Transition = { to: 'stay' };

/**
 * The state machine of a payment: maps the bank's status to a transition. Paid is never downgraded; a failed payment whose money arrived
 * becomes paid; an amount that does not match the order exactly never issues anything (I4).
 */
export function nextTransition(payment: KnownPayment, bank: BankStatus): Transition {
  switch (payment.state) {
    case 'created':
    case 'pending':
      return moveOpen(payment, bank);
    case 'failed':
      return bank.state === 'failed' ? stay : moveOpen(payment, bank);
    case 'paid':
    case 'flagged':
    case 'refunding':
    case 'refunded':
      return stay;
  }
}

function moveOpen(payment: KnownPayment, bank: BankStatus): Transition {
  if (bank.state === 'pending' || bank.state === 'refunding') return stay;
  const reason = mismatch(payment, bank);
  if (reason) return flagged(reason, bank);
  if (bank.state === 'unclear') return flagged('unclear', bank);
  return bank.state === 'failed' ? { to: 'failed', reason: bank.failure ?? 'unknown' } : { to: bank.state };
}

const flagged = (reason: FlagReason, bank: BankStatus): Transition => {
  return { to: 'flagged', reason, capturedTetri: capturedAtBank(bank), capturedCurrency: bank.currency };
};

/** Returns the amount that the bank certainly captured, refunded or not. */
export const capturedAtBank = ({ state, amountTetri, refundedTetri }: BankStatus): number =>
  state === 'paid' || state === 'refunding' || state === 'refunded' || refundedTetri > 0 ? amountTetri : 0;

/** Returns the part of it that was refunded. */
export const refundedAtBank = ({ state, amountTetri, refundedTetri }: BankStatus): number =>
  state === 'refunded' ? Math.max(amountTetri, refundedTetri) : refundedTetri;

function mismatch(payment: KnownPayment, bank: BankStatus): FlagReason | undefined {
  if (bank.externalOrderId !== undefined && bank.externalOrderId !== String(payment.orderId)) return 'wrong_order';
  // No money moved, so no status of the bank changes anything.
  if (bank.state === 'failed') return undefined;
  if (bank.amountTetri !== payment.amountTetri) return 'wrong_amount';
  if (bank.currency !== payment.currency) return 'wrong_currency';
  return undefined;
}

type RefundedPart = { amountTetri: number; beforeTetri: number; capturedTetri: number };

/** Returns true if the bank shows that a refund was done, after `beforeTetri` of the same payment. Banks report only the sum. */
export const isRefundDone = ({ amountTetri, beforeTetri, capturedTetri }: RefundedPart, bank: BankStatus): boolean =>
  bank.refundedTetri >= beforeTetri + amountTetri || (bank.state === 'refunded' && beforeTetri + amountTetri >= capturedTetri);

/** Paid, flagged and refunded need no further status from the bank. A failed payment's money may still arrive. */
export const isFinal = (state: PaymentState): boolean => state === 'paid' || state === 'flagged' || state === 'refunded';

const SECOND = 1000;

/** The pauses between checks of an open payment; the last one repeats. */
export const CHECK_PAUSES_MS = [10, 30, 60, 120, 300, 600, 1800].map((seconds) => seconds * SECOND);

export const firstCheckAt = (now: Date): Date => new Date(now.getTime() + (CHECK_PAUSES_MS[0] ?? 0));
