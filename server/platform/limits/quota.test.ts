import { expect, test } from 'vitest';
import { createTestClock } from '#tests/setup/clock.ts';
import { createAddressLimit, createQuota, createTokenBuckets } from './quota.ts';

test('a flood of invented senders neither blocks a new sender nor resets a recent one', () => {
  const mayCall = createQuota(createTestClock(), 1);
  for (let sender = 0; sender < 50_000; sender += 1) mayCall(`invented ${sender}`);
  expect([mayCall('new'), mayCall('new')]).toEqual([true, false]);
  expect(mayCall('invented 49999')).toBe(false);
  // The oldest key was removed and starts with a new quota.
  expect(mayCall('invented 0')).toBe(true);
});

test('the next minute everybody starts anew', () => {
  const clock = createTestClock();
  const mayCall = createQuota(clock, 2);
  expect([mayCall('one'), mayCall('one'), mayCall('one'), mayCall('other')]).toEqual([true, true, false, true]);
  clock.advanceMinutes(1);
  expect(mayCall('one')).toBe(true);
});

test('processes share the calls of an address, and each allows one at least', () => {
  const allowed = (processes: number, aMinute: number) => {
    const take = createAddressLimit({ clock: createTestClock(), env: { rateLimitScale: 1, processes } }, aMinute);
    let calls = 0;
    for (const _ of Array.from({ length: 100 })) {
      try {
        take('192.0.2.1');
        calls += 1;
      } catch {}
    }
    return calls;
  };
  expect([allowed(1, 60), allowed(4, 60), allowed(64, 10)]).toEqual([60, 15, 1]);
});

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
