import { expect, test } from 'vitest';
import { nextMove, type Move, type PaymentState } from './payment-states.ts';
import type { BankStatus } from './provider.ts';

const payment = { orderId: 7, amountTetri: 4000, currency: 'GEL' };
const bank: BankStatus = { state: 'paid', externalOrderId: '7', amountTetri: 4000, refundedTetri: 0, currency: 'GEL' };
const states: PaymentState[] = ['created', 'pending', 'paid', 'failed', 'flagged', 'refunding', 'refunded'];
const words: BankStatus['state'][] = ['pending', 'paid', 'failed', 'refunding', 'refunded', 'unclear'];

const open: Record<BankStatus['state'], Move['to']> = {
  pending: 'stay',
  paid: 'paid',
  failed: 'failed',
  refunding: 'stay',
  refunded: 'refunded',
  unclear: 'flagged',
};
const never: Record<BankStatus['state'], Move['to']> = {
  pending: 'stay',
  paid: 'stay',
  failed: 'stay',
  refunding: 'stay',
  refunded: 'stay',
  unclear: 'stay',
};
const table: Record<PaymentState, Record<BankStatus['state'], Move['to']>> = {
  created: open,
  pending: open,
  failed: { ...open, failed: 'stay' },
  paid: never,
  flagged: never,
  refunding: { ...never, refunded: 'refunded' },
  refunded: never,
};

test.each(states.flatMap((state) => words.map((word) => ({ state, word, to: table[state][word] }))))(
  'a payment that is $state becomes $to when the bank says $word',
  ({ state, word, to }) => {
    expect(nextMove({ ...payment, state }, { ...bank, state: word }).to).toBe(to);
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
    expect(nextMove({ ...payment, state }, { ...bank, ...lie })).toEqual({ to: 'flagged', reason });
  }
});

test('a refund in progress is confirmed by the amount that went back', () => {
  expect(nextMove({ ...payment, state: 'refunding' }, { ...bank, refundedTetri: 3999 })).toEqual({ to: 'stay' });
  expect(nextMove({ ...payment, state: 'refunding' }, { ...bank, refundedTetri: 4000 })).toEqual({ to: 'refunded' });
});

test('a rejected payment has failed, whatever amount its receipt names, if it is the right one', () => {
  const rejected: BankStatus = { ...bank, state: 'failed', amountTetri: 0, currency: '' };
  expect(nextMove({ ...payment, state: 'pending' }, rejected)).toEqual({ to: 'failed' });
  expect(nextMove({ ...payment, state: 'pending' }, { ...rejected, externalOrderId: '8' })).toEqual({
    to: 'flagged',
    reason: 'wrong_order',
  });
});
