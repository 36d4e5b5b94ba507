import { expect, test } from 'vitest';
import { outcomeOf, waitBeforeAsking } from './payment-outcome.ts';

test('without anything to ask with, the address alone speaks', () => {
  expect(outcomeOf('success', 'nothing')).toBe('success');
  expect(outcomeOf('failure', 'nothing')).toBe('failure');
});

test('what the bank says overrules the address', () => {
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
