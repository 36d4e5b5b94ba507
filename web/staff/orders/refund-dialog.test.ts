import { expect, test } from 'vitest';
import { refundAmount, refundSchema, type RefundChoice } from './refund-dialog.tsx';

const ticket = (id: number, more: { usedAt?: string; state?: 'valid' | 'refunded' } = {}) => {
  return {
    id,
    eventId: 1,
    ticketTypeId: 1,
    price: 40,
    state: 'valid' as const,
    claim: 'bearer' as const,
    usedAt: null,
    refundId: null,
    isTransferred: false,
    ...more,
  };
};
const payment = (refund: number) => {
  const times = { createdAt: '2026-11-20T18:00:00+04:00', settledAt: null };
  const bank = { provider: 'fake', providerOrderId: null, currency: 'GEL', capturedCurrency: 'GEL' };
  const flag = { flaggedReason: null, resolution: null, resolutionNote: null };
  return { id: 1, orderId: 1, state: 'paid' as const, amount: 120, captured: 120, refund, ...times, ...bank, ...flag };
};
const choose = (more: Partial<RefundChoice> = {}): RefundChoice => ({
  isAll: false,
  tickets: [],
  evenIfUsed: false,
  reason: 'ill',
  ...more,
});

test('chosen tickets give back their prices', () => {
  const order = { tickets: [ticket(1), ticket(2), ticket(3)], payments: [payment(0)] };
  expect(refundAmount(order, choose({ tickets: [1, 3] }))).toBe(80);
});

test('the last tickets take along whatever is left', () => {
  const order = { tickets: [ticket(1, { state: 'refunded' }), ticket(2)], payments: [payment(30)] };
  expect(refundAmount(order, choose({ isAll: true }))).toBe(90);
  expect(refundAmount(order, choose({ tickets: [2] }))).toBe(90);
});

test('nothing goes back of an order that is not paid', () => {
  expect(refundAmount({ tickets: [ticket(1)], payments: [] }, choose({ isAll: true }))).toBe(0);
});

const used = { tickets: [ticket(1, { usedAt: '2026-11-21T00:30:00+04:00' }), ticket(2)] };

test.each([
  [{ reason: ' ' }, { tickets: 'tickets_required', reason: 'reason_required' }],
  [{ isAll: true }, { evenIfUsed: 'used_required' }],
  [{ tickets: [2] }, {}],
  [{ isAll: true, evenIfUsed: true }, {}],
])('a refund needs tickets, a reason, and a confirmation of used ones: %o', (choice, problems) => {
  const { error } = refundSchema(used).safeParse(choose(choice));
  expect(Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]))).toEqual(problems);
});

test('a refund of all tickets names none, one of some names them', () => {
  expect(refundSchema(used).parse(choose({ isAll: true, evenIfUsed: true }))).toEqual({ reason: 'ill', evenIfUsed: true });
  expect(refundSchema(used).parse(choose({ tickets: [2] }))).toEqual({ tickets: [2], reason: 'ill', evenIfUsed: false });
});
