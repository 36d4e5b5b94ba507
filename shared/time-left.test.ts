import { expect, test } from 'vitest';
import { secondsLeft } from './time-left.ts';

test.each([
  ['nothing is done', 0, 9_000, undefined],
  ['all is done', 1, 9_000, undefined],
  ['it has just begun', 0.5, 1_900, undefined],
  ['a quarter took ten seconds', 0.25, 10_000, 30],
  ['little is left', 0.999, 60_000, 1],
])('the time that is left when %s', (_, share, took, seconds) => {
  expect(secondsLeft(share, took)).toBe(seconds);
});
