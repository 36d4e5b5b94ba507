import type { Context } from '#server/platform/context.ts';
import { insertMovements, type Movement } from './ledger.queries.ts';
import type { Payment, Refund } from '#server/sales/payments/payments.queries.ts';

/** Money moves between two accounts, once: what one gets the other loses. Nothing is written about nothing. */
async function move(tx: Context, ...movements: Movement[]): Promise<void> {
  const real = movements.filter(({ amountTetri }) => amountTetri > 0);
  if (real.length > 0) await insertMovements(tx.db, real, tx.clock.now());
}

type Captured = Pick<Payment, 'id' | 'capturedTetri' | 'capturedCurrency' | 'currency'>;

const moneyOf = ({ id, capturedTetri, capturedCurrency, currency }: Captured) => {
  return { paymentId: id, refundId: null, amountTetri: capturedTetri, currency: capturedCurrency ?? currency };
};

/** The bank took a guest's money: for places sold, to be given back, or for a person to say. */
const capture = (payment: Captured, to: 'sales' | 'owed' | 'unclear'): Movement => {
  return { ...moneyOf(payment), movement: `capture ${payment.id}`, debit: 'bank', credit: to };
};

/** A person said whose the money of a flagged payment is. */
const resolution = (payment: Captured, to: 'sales' | 'owed'): Movement => {
  return { ...moneyOf(payment), movement: `resolve ${payment.id}`, debit: 'unclear', credit: to };
};

/** What the bank took is not anybody's before a person has looked. */
export const bookUnclear = (tx: Context, payment: Captured): Promise<void> => move(tx, capture(payment, 'unclear'));

/** The money of these payments is for places sold, or is to be given back. */
export const bookIncome = (tx: Context, payments: readonly (Captured & Pick<Payment, 'state'>)[], to: 'sales' | 'owed'): Promise<void> =>
  move(tx, ...payments.map((payment) => (payment.state === 'flagged' ? resolution(payment, to) : capture(payment, to))));

/** Money of places sold was promised back. */
export const bookPromise = (tx: Context, payment: Captured, { id, amountTetri }: Refund): Promise<void> =>
  move(tx, { ...moneyOf(payment), amountTetri, refundId: id, movement: `promise ${id}`, debit: 'sales', credit: 'owed' });

/** The bank gave it back. */
export const bookRefund = (tx: Context, payment: Captured, { id, amountTetri }: Refund): Promise<void> =>
  move(tx, { ...moneyOf(payment), amountTetri, refundId: id, movement: `refund ${id}`, debit: 'owed', credit: 'bank' });
