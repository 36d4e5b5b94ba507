import type { Context } from '#server/context.ts';
import { insertMovement, type Movement } from './ledger.queries.ts';
import type { Payment, Refund } from '#server/payments/payments.queries.ts';

/** Money moves between two accounts, once: what one gets the other loses. Nothing is written about nothing. */
async function move(tx: Context, movement: Omit<Movement, 'createdAt'>): Promise<void> {
  if (movement.amountTetri > 0) await insertMovement(tx.db, { ...movement, createdAt: tx.clock.now() });
}

type Captured = Pick<Payment, 'id' | 'capturedTetri' | 'capturedCurrency' | 'currency'>;

const moneyOf = ({ id, capturedTetri, capturedCurrency, currency }: Captured) => {
  return { paymentId: id, amountTetri: capturedTetri, currency: capturedCurrency ?? currency };
};

/** The bank took a guest's money: for places sold, to be given back, or for a person to say. */
export const bookCapture = (tx: Context, payment: Captured, to: 'sales' | 'owed' | 'unclear'): Promise<void> =>
  move(tx, { ...moneyOf(payment), movement: `capture ${payment.id}`, debit: 'bank', credit: to });

/** A person said whose the money of a flagged payment is. */
export const bookResolution = (tx: Context, payment: Captured, to: 'sales' | 'owed'): Promise<void> =>
  move(tx, { ...moneyOf(payment), movement: `resolve ${payment.id}`, debit: 'unclear', credit: to });

/** Money of places sold was promised back. */
export const bookPromise = (tx: Context, payment: Captured, { id, amountTetri }: Refund): Promise<void> =>
  move(tx, { ...moneyOf(payment), amountTetri, refundId: id, movement: `promise ${id}`, debit: 'sales', credit: 'owed' });

/** The bank gave it back. */
export const bookRefund = (tx: Context, payment: Captured, { id, amountTetri }: Refund): Promise<void> =>
  move(tx, { ...moneyOf(payment), amountTetri, refundId: id, movement: `refund ${id}`, debit: 'owed', credit: 'bank' });
