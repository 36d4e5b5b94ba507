import { expect, test } from 'vitest';
import { ApiError } from '#shared/errors.ts';
import { statusOf, isOpen, outcomeOf, waitBeforeAsking } from './use-payment.ts';

test('without anything to ask with, the address alone speaks', () => {
  expect(outcomeOf('success', 'nothing')).toBe('success');
  expect(outcomeOf('failure', 'nothing')).toBe('failure');
});

test('what the bank says overrules the address [§2.payment-pages]', () => {
  expect(outcomeOf('failure', 'paid')).toBe('success');
  expect(outcomeOf('success', 'failed')).toBe('failure');
  expect(outcomeOf('success', 'refunded')).toBe('refunded');
});

test('nothing is called a success before the bank has said so', () => {
  expect(outcomeOf('success', 'waiting')).toBe('checking');
  expect(outcomeOf('success', 'settling')).toBe('settling');
  expect(outcomeOf('success', 'failed_to_ask')).toBe('unknown');
});

test('who cancelled is not kept waiting', () => {
  expect(outcomeOf('failure', 'settling')).toBe('failure');
  expect(outcomeOf('failure', 'failed_to_ask')).toBe('failure');
});

test('questions come slower and slower, and end', () => {
  expect([1, 2, 3, 4, 5, 9, 10].map(waitBeforeAsking)).toEqual([1000, 2000, 4000, 8000, 8000, 8000, undefined]);
});

test('a token of no order counts as none, and is not polled', () => {
  for (const status of [400, 404]) expect(statusOf({ error: new ApiError(status, {}) })).toBe('nothing');
  expect(isOpen('nothing')).toBe(false);
});

test('who could not be asked is asked again, like a bank that still settles', () => {
  for (const status of [0, 429, 500, 503]) expect(statusOf({ error: new ApiError(status, {}) })).toBe('failed_to_ask');
  expect(statusOf({ error: new TypeError('x') })).toBe('failed_to_ask');
  expect(statusOf({ state: 'settling', eventIds: [] })).toBe('settling');
  const certain = ['paid', 'failed', 'refunded'] as const;
  expect([isOpen('settling'), isOpen('failed_to_ask'), ...certain.map(isOpen)]).toEqual([true, true, false, false, false]);
});
