import { expect, test } from 'vitest';
import { toWireTime } from '#shared/dates.ts';
import { nextDoors } from './home-sections.tsx';

const doors = (now: string, startDate?: string) =>
  toWireTime(nextDoors(startDate === undefined ? undefined : { startDate }, new Date(now)));

test('the doors open for the next event', () => {
  expect(doors('2026-11-18T12:00:00+04:00', '2026-11-19T22:00:00+04:00')).toBe('2026-11-19T22:00:00+04:00');
});

test('without one they open on the next Friday or Saturday at 23:00', () => {
  expect(doors('2026-11-18T12:00:00+04:00')).toBe('2026-11-20T23:00:00+04:00');
  expect(doors('2026-11-20T23:00:00+04:00')).toBe('2026-11-21T23:00:00+04:00');
  expect(doors('2026-11-21T23:30:00+04:00')).toBe('2026-11-27T23:00:00+04:00');
});
