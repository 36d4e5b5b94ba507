import { expect, test } from 'vitest';
import { progressText } from './progress-line.ts';

test.each([
  ['an unknown end', {}, 12_300, 'Checking, 12 s'],
  ['nothing to count', { done: 0, total: 0 }, 3_000, 'Checking, 3 s'],
  ['nothing done yet', { done: 0, total: 8 }, 9_000, 'Checking: 0%'],
  ['too early for an estimate', { done: 4, total: 8 }, 1_900, 'Checking: 50%'],
  ['a quarter in ten seconds', { done: 2, total: 8 }, 10_000, 'Checking: 25%, about 30 s left'],
  ['a tenth in a minute', { done: 1, total: 10 }, 60_000, 'Checking: 10%, about 9 min left'],
  ['the last moment', { done: 999, total: 1_000 }, 60_000, 'Checking: 99%, about 1 s left'],
  ['the end', { done: 8, total: 8 }, 60_000, 'Checking: 100%'],
  ['more than was expected', { done: 9, total: 8 }, 60_000, 'Checking: 100%'],
])('the progress says how far it is and how long it takes: %s', (_, known, took, text) => {
  expect(progressText({ name: 'Checking', begunAt: 500, ...known }, 500 + took)).toBe(text);
});
