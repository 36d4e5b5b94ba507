import { expect, test } from 'vitest';
import { minutesLeft } from './item-text.ts';

test.each([
  ['2026-11-20T18:00:00+04:00', 15],
  ['2026-11-20T17:59:30+04:00', 15],
  ['2026-11-20T18:00:01+04:00', 14],
  ['2026-11-20T18:14:59+04:00', 1],
  ['2026-11-20T18:13:00+04:00', 2],
  ['2026-11-20T18:15:00+04:00', 0],
  ['2026-11-20T19:00:00+04:00', 0],
])('at %s a place held until 18:15 has %i minutes left', (now, left) => {
  expect(minutesLeft('2026-11-20T18:15:00+04:00', new Date(now))).toBe(left);
});
