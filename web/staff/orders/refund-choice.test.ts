import { expect, test } from 'vitest';
import { type Wish, wishedAmount, wishProblems } from './refund-choice.ts';

const ticket = (id: number, more: { usedAt?: string; state?: 'valid' | 'refunded' } = {}) => {
  return { id, eventId: 1, basketId: 1, price: 40, state: 'valid' as const, usedAt: null, refundId: null, ...more };
};
const payment = (refund: number) => {
  const times = { createdAt: '2026-11-20T18:00:00+04:00', settledAt: null };
  const bank = { provider: 'fake', providerOrderId: null, currency: 'GEL', capturedCurrency: 'GEL' };
  const words = { flaggedReason: null, resolution: null, resolutionNote: null };
  return { id: 1, orderId: 1, state: 'paid' as const, amount: 120, captured: 120, refund, ...times, ...bank, ...words };
};
const wish = (more: Partial<Wish> = {}): Wish => ({ isAll: false, tickets: [], evenIfUsed: false, reason: 'ill', ...more });

test('chosen tickets give back their prices', () => {
  const order = { tickets: [ticket(1), ticket(2), ticket(3)], payments: [payment(0)] };
  expect(wishedAmount(order, wish({ tickets: [1, 3] }))).toBe(80);
});

test('the last tickets take along whatever is left', () => {
  const order = { tickets: [ticket(1, { state: 'refunded' }), ticket(2)], payments: [payment(30)] };
  expect(wishedAmount(order, wish({ isAll: true }))).toBe(90);
  expect(wishedAmount(order, wish({ tickets: [2] }))).toBe(90);
});

test('nothing goes back of an order that is not paid', () => {
  expect(wishedAmount({ tickets: [ticket(1)], payments: [] }, wish({ isAll: true }))).toBe(0);
});

test('a refund needs tickets, a reason, and a word about used ones', () => {
  const order = { tickets: [ticket(1, { usedAt: '2026-11-21T00:30:00+04:00' }), ticket(2)] };
  expect(wishProblems(order, wish({ reason: ' ' }))).toEqual({ tickets: 'tickets_required', reason: 'reason_required' });
  expect(wishProblems(order, wish({ isAll: true }))).toEqual({ evenIfUsed: 'used_required' });
  expect(wishProblems(order, wish({ tickets: [2] }))).toEqual({});
  expect(wishProblems(order, wish({ isAll: true, evenIfUsed: true }))).toEqual({});
});
