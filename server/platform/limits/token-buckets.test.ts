import { expect, test } from 'vitest';
import { createTokenBuckets } from './token-buckets.ts';

function openBuckets(rate: { perSecond: number; burst: number }) {
  let time = 0;
  const take = createTokenBuckets(rate, () => time);
  const takeAll = (key: string): number => {
    let taken = 0;
    while (take(key) === 0) taken += 1;
    return taken;
  };
  return { take, takeAll, wait: (ms: number) => (time += ms) };
}

test('a burst at once, then so many a second, for each key by itself', () => {
  const { take, takeAll, wait } = openBuckets({ perSecond: 50, burst: 250 });
  expect(takeAll('a')).toBe(250);
  expect(take('a')).toBe(1);
  expect(takeAll('b')).toBe(250);
  wait(100);
  expect(takeAll('a')).toBe(5);
  wait(60_000);
  expect(takeAll('a')).toBe(250);
});

test('it says when there is one again', () => {
  const { take, wait } = openBuckets({ perSecond: 0.1, burst: 1 });
  expect(take('a')).toBe(0);
  expect(take('a')).toBe(10);
  wait(9_000);
  expect(take('a')).toBe(1);
  wait(1_000);
  expect(take('a')).toBe(0);
});

test('a flood of invented keys makes the oldest start anew and costs no memory without end', () => {
  const { take, takeAll } = openBuckets({ perSecond: 1, burst: 2 });
  expect(takeAll('first')).toBe(2);
  for (let key = 0; key < 49_999; key += 1) take(String(key));
  expect(take('first')).toBe(1);
  take('one more');
  expect(takeAll('first')).toBe(2);
});
