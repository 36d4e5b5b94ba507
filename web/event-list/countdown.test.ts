import { expect, test } from 'vitest';
import { countdown } from './countdown.ts';

const event = { startDate: '2026-11-21T23:00:00+04:00', endDate: '2026-11-22T07:00:00+04:00' };

test.each([
  ['2026-11-18T01:00:00+04:00', { key: 'in_days', count: 3 }],
  ['2026-11-20T22:59:00+04:00', { key: 'in_days', count: 1 }],
  ['2026-11-20T23:00:00+04:00', { key: 'in_hours', count: 24 }],
  ['2026-11-21T17:01:00+04:00', { key: 'in_hours', count: 6 }],
  ['2026-11-21T21:00:00+04:00', { key: 'in_hours', count: 2 }],
  ['2026-11-21T21:01:00+04:00', { key: 'in_minutes', count: 119 }],
  ['2026-11-21T22:01:00+04:00', { key: 'in_minutes', count: 59 }],
  ['2026-11-21T22:59:30+04:00', { key: 'in_minutes', count: 1 }],
  ['2026-11-21T23:00:00+04:00', { key: 'hours_left', count: 8 }],
  ['2026-11-22T02:51:00+04:00', { key: 'hours_left', count: 4 }],
  ['2026-11-22T03:42:00+04:00', { key: 'hours_left', count: 3 }],
  ['2026-11-22T06:00:00+04:00', { key: 'minutes_left', count: 60 }],
  ['2026-11-22T06:20:00+04:00', { key: 'minutes_left', count: 40 }],
  ['2026-11-22T07:00:00+04:00', { key: 'minutes_left', count: 1 }],
  ['2026-11-22T07:01:00+04:00', undefined],
])('at %s [§2.next-event]', (now, expected) => {
  expect(countdown(event, new Date(now))).toEqual(expected);
});
