import type { BankStatus } from '#server/sales/payments/banks/provider.ts';
import type { FailureReason } from '#shared/payments/payments.contract.ts';

export type PaymentState = 'created' | 'pending' | 'paid' | 'failed' | 'flagged' | 'refunding' | 'refunded';
export type FlagReason = 'wrong_order' | 'wrong_amount' | 'wrong_currency' | 'unclear';
export type Move =
  /** Nothing to do now; ask again later if the payment is still open. */
  | { to: 'stay' }
  /** The money is ours: the order gets its places, or the money goes back. */
  | { to: 'paid' }
  | { to: 'failed'; reason: FailureReason }
  /** Nothing is issued; a person must look. What the bank took stands beside it. */
  | { to: 'flagged'; reason: FlagReason; capturedTetri: number; capturedCurrency: string }
  /** The bank took the money and gave it back before we heard of either. */
  | { to: 'refunded' };

type KnownPayment = { state: PaymentState; orderId: number; amountTetri: number; currency: string };

const stay: Move = { to: 'stay' };

/**
 * The one state machine of a payment: what the bank's word does to it. Paid is never downgraded; a failed payment whose money came
 * after all is paid; money that does not match the order exactly never issues anything (I4).
 */
export function nextMove(payment: KnownPayment, bank: BankStatus): Move {
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

function moveOpen(payment: KnownPayment, bank: BankStatus): Move {
  if (bank.state === 'pending' || bank.state === 'refunding') return stay;
  const reason = mismatch(payment, bank);
  if (reason) return flagged(reason, bank);
  if (bank.state === 'unclear') return flagged('unclear', bank);
  return bank.state === 'failed' ? { to: 'failed', reason: bank.failure ?? 'unknown' } : { to: bank.state };
}

const flagged = (reason: FlagReason, bank: BankStatus): Move => {
  return { to: 'flagged', reason, capturedTetri: capturedAtBank(bank), capturedCurrency: bank.currency };
};

/** What the bank certainly took, whether or not it gave some of it back. */
export const capturedAtBank = ({ state, amountTetri, refundedTetri }: BankStatus): number =>
  state === 'paid' || state === 'refunding' || state === 'refunded' || refundedTetri > 0 ? amountTetri : 0;

/** What of that it gave back. */
export const refundedAtBank = ({ state, amountTetri, refundedTetri }: BankStatus): number =>
  state === 'refunded' ? Math.max(amountTetri, refundedTetri) : refundedTetri;

function mismatch(payment: KnownPayment, bank: BankStatus): FlagReason | undefined {
  if (bank.externalOrderId !== undefined && bank.externalOrderId !== String(payment.orderId)) return 'wrong_order';
  // No money moved: whatever the bank says about it changes nothing.
  if (bank.state === 'failed') return undefined;
  if (bank.amountTetri !== payment.amountTetri) return 'wrong_amount';
  if (bank.currency !== payment.currency) return 'wrong_currency';
  return undefined;
}

type RefundedPart = { amountTetri: number; beforeTetri: number; capturedTetri: number };

/** Returns true if the bank shows that a refund went back, after `beforeTetri` of the same payment. Banks tell only the sum. */
export const isGivenBack = ({ amountTetri, beforeTetri, capturedTetri }: RefundedPart, bank: BankStatus): boolean =>
  bank.refundedTetri >= beforeTetri + amountTetri || (bank.state === 'refunded' && beforeTetri + amountTetri >= capturedTetri);

/** States the bank has nothing more to say about, but for refunds. */
export const isSettled = (state: PaymentState): boolean => state === 'paid' || state === 'flagged' || state === 'refunded';

const SECOND = 1000;

/** An open payment is asked about after these pauses, one after the other; the last one repeats. */
export const CHECK_PAUSES_MS = [10, 30, 60, 120, 300, 600, 1800].map((seconds) => seconds * SECOND);

export const firstCheckAt = (now: Date): Date => new Date(now.getTime() + (CHECK_PAUSES_MS[0] ?? 0));
