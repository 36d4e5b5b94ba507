import { expect, test } from 'vitest';
import { createServerClock } from './server-clock.ts';

const MINUTE_MS = 60_000;

test.each([
  ['right', '2026-11-20T18:00:00+04:00'],
  ['three hours ahead', '2026-11-20T21:00:00+04:00'],
  ['years behind', '2019-01-01T00:00:00Z'],
])('on a device whose clock is %s it shows the server’s time and goes on', (_, shown) => {
  let device = Date.parse(shown);
  const clock = createServerClock(() => device);
  clock.set('2026-11-20T18:00:00+04:00');
  device += 5 * MINUTE_MS;
  expect(new Date(clock.now())).toEqual(new Date('2026-11-20T18:05:00+04:00'));
});

test('a device clock that is put right meanwhile is made up for by the next answer', () => {
  let device = Date.parse('2026-11-20T18:00:00+04:00');
  const clock = createServerClock(() => device);
  clock.set('2026-11-20T18:00:00+04:00');
  device -= 60 * MINUTE_MS;
  clock.set('2026-11-20T18:01:00+04:00');
  expect(new Date(clock.now())).toEqual(new Date('2026-11-20T18:01:00+04:00'));
});

test('before an answer, or after one without a time, it is the device’s', () => {
  const clock = createServerClock(() => 42);
  expect(clock.now()).toBe(42);
  clock.set('soon');
  expect(clock.now()).toBe(42);
});
