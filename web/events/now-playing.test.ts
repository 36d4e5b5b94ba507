import { expect, test } from 'vitest';
import { toWireTime, WEEKDAYS } from '#shared/dates.ts';
import { standardOpening } from '#shared/opening.ts';
import { nextDoors } from './home-sections.tsx';

const doors = (now: string, startDate?: string) =>
  toWireTime(nextDoors(startDate === undefined ? undefined : { startDate }, new Date(now), standardOpening));

test('the doors open for the next event', () => {
  expect(doors('2026-11-18T12:00:00+04:00', '2026-11-19T22:00:00+04:00')).toBe('2026-11-19T22:00:00+04:00');
});

test('without one they open on the next Friday or Saturday at 23:00', () => {
  expect(doors('2026-11-18T12:00:00+04:00')).toBe('2026-11-20T23:00:00+04:00');
  expect(doors('2026-11-20T23:00:00+04:00')).toBe('2026-11-21T23:00:00+04:00');
  expect(doors('2026-11-21T23:30:00+04:00')).toBe('2026-11-27T23:00:00+04:00');
});

test.each([
  [['wednesday'], '2026-11-19T12:00:00+04:00', '2026-11-25T22:00:00+04:00'],
  [['thursday', 'friday', 'saturday'], '2026-11-19T22:30:00+04:00', '2026-11-20T22:00:00+04:00'],
  [WEEKDAYS, '2026-11-17T22:30:00+04:00', '2026-11-18T22:00:00+04:00'],
] as const)('of the opening days %j the next one counts', (days, now, at) => {
  expect(toWireTime(nextDoors(undefined, new Date(now), { days, from: '22:00', to: '05:00' }))).toBe(at);
});
