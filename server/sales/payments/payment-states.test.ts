import { expect, test } from 'vitest';
import type { BankStatus } from '#server/sales/payments/banks/provider.ts';
import { isRefundDone, nextTransition, type Transition, type PaymentState } from './payment-states.ts';

const payment = { orderId: 7, amountTetri: 4000, currency: 'GEL' };
const bank: BankStatus = { state: 'paid', externalOrderId: '7', amountTetri: 4000, refundedTetri: 0, currency: 'GEL' };
const states: PaymentState[] = ['created', 'pending', 'paid', 'failed', 'flagged', 'refunding', 'refunded'];
const bankStates: BankStatus['state'][] = ['pending', 'paid', 'failed', 'refunding', 'refunded', 'unclear'];

const open: Record<BankStatus['state'], Transition['to']> = {
  pending: 'stay',
  paid: 'paid',
  failed: 'failed',
  refunding: 'stay',
  refunded: 'refunded',
  unclear: 'flagged',
};
const never: Record<BankStatus['state'], Transition['to']> = {
  pending: 'stay',
  paid: 'stay',
  failed: 'stay',
  refunding: 'stay',
  refunded: 'stay',
  unclear: 'stay',
};
const table: Record<PaymentState, Record<BankStatus['state'], Transition['to']>> = {
  created: open,
  pending: open,
  failed: { ...open, failed: 'stay' },
  paid: never,
  flagged: never,
  refunding: never,
  refunded: never,
};

test.each(states.flatMap((state) => bankStates.map((bankState) => ({ state, bankState, to: table[state][bankState] }))))(
  'a payment that is $state becomes $to when the bank says $word',
  ({ state, bankState, to }) => {
    expect(nextTransition({ ...payment, state }, { ...bank, state: bankState }).to).toBe(to);
  },
);

const lies: [string, Partial<BankStatus>, string][] = [
  ['another order', { externalOrderId: '8' }, 'wrong_order'],
  ['a larger amount', { amountTetri: 4001 }, 'wrong_amount'],
  ['a smaller amount', { amountTetri: 1 }, 'wrong_amount'],
  ['another currency', { currency: 'USD' }, 'wrong_currency'],
];

test.each(lies)('a completed payment of %s is flagged and never paid', (_, lie, reason) => {
  for (const state of ['created', 'pending', 'failed'] as const) {
    expect(nextTransition({ ...payment, state }, { ...bank, ...lie })).toMatchObject({ to: 'flagged', reason });
  }
});

test('a flagged payment says what the bank took', () => {
  const flagged = nextTransition({ ...payment, state: 'pending' }, { ...bank, amountTetri: 4100, currency: 'USD' });
  expect(flagged).toMatchObject({ capturedTetri: 4100, capturedCurrency: 'USD' });
  expect(nextTransition({ ...payment, state: 'pending' }, { ...bank, state: 'unclear' })).toMatchObject({ capturedTetri: 0 });
});

test('a refund is confirmed by the sum that went back, after the refunds before it', () => {
  const second = { amountTetri: 1000, beforeTetri: 2000, capturedTetri: 4000 };
  expect(isRefundDone(second, { ...bank, refundedTetri: 2999 })).toBe(false);
  expect(isRefundDone(second, { ...bank, refundedTetri: 3000 })).toBe(true);
  expect(isRefundDone(second, { ...bank, state: 'refunded' })).toBe(false);
  expect(isRefundDone({ ...second, amountTetri: 2000 }, { ...bank, state: 'refunded' })).toBe(true);
});

test('a rejected payment has failed, whatever amount its receipt names, if it is the right one', () => {
  const rejected: BankStatus = { ...bank, state: 'failed', amountTetri: 0, currency: '' };
  expect(nextTransition({ ...payment, state: 'pending' }, rejected)).toEqual({ to: 'failed', reason: 'unknown' });
  expect(nextTransition({ ...payment, state: 'pending' }, { ...rejected, externalOrderId: '8' })).toMatchObject({
    to: 'flagged',
    reason: 'wrong_order',
  });
});
