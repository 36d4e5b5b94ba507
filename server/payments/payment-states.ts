import type { BankStatus } from './provider.ts';

export type PaymentState = 'created' | 'pending' | 'paid' | 'failed' | 'flagged' | 'refunding' | 'refunded';
export type FlagReason = 'wrong_order' | 'wrong_amount' | 'wrong_currency' | 'unclear';
export type Move =
  /** Nothing to do now; ask again later if the payment is still open. */
  | { to: 'stay' }
  /** The money is ours: the order gets its places, or the money goes back. */
  | { to: 'paid' }
  | { to: 'failed' }
  /** Nothing is issued; a person must look. */
  | { to: 'flagged'; reason: FlagReason }
  /** The money is back with the guest. */
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
    case 'refunding':
      return bank.state === 'refunded' || bank.refundedTetri >= payment.amountTetri ? { to: 'refunded' } : stay;
    case 'paid':
    case 'flagged':
    case 'refunded':
      return stay;
  }
}

function moveOpen(payment: KnownPayment, bank: BankStatus): Move {
  if (bank.state === 'pending' || bank.state === 'refunding') return stay;
  const reason = mismatch(payment, bank);
  if (reason) return { to: 'flagged', reason };
  if (bank.state === 'unclear') return { to: 'flagged', reason: 'unclear' };
  return { to: bank.state };
}

function mismatch(payment: KnownPayment, bank: BankStatus): FlagReason | undefined {
  if (bank.externalOrderId !== undefined && bank.externalOrderId !== String(payment.orderId)) return 'wrong_order';
  // No money moved: whatever the bank says about it changes nothing.
  if (bank.state === 'failed') return undefined;
  if (bank.amountTetri !== payment.amountTetri) return 'wrong_amount';
  if (bank.currency !== payment.currency) return 'wrong_currency';
  return undefined;
}

/** States that the sweeper has no more to ask about. */
export const isSettled = (state: PaymentState): boolean => state === 'paid' || state === 'flagged' || state === 'refunded';
