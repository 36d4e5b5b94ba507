import { expect, test } from 'vitest';
import { createTestClock } from '#tests/setup/clock.ts';
import { createQuota } from './quota.ts';

test('a flood of invented senders keeps nobody new out, and frees nobody who came lately', () => {
  const mayCall = createQuota(createTestClock(), 1);
  for (let sender = 0; sender < 50_000; sender += 1) mayCall(`invented ${sender}`);
  expect([mayCall('new'), mayCall('new')]).toEqual([true, false]);
  expect(mayCall('invented 49999')).toBe(false);
  // The oldest had to give way, and starts anew.
  expect(mayCall('invented 0')).toBe(true);
});

test('the next minute everybody starts anew', () => {
  const clock = createTestClock();
  const mayCall = createQuota(clock, 2);
  expect([mayCall('one'), mayCall('one'), mayCall('one'), mayCall('other')]).toEqual([true, true, false, true]);
  clock.advanceMinutes(1);
  expect(mayCall('one')).toBe(true);
});
