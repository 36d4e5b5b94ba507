import { expect, test } from 'vitest';
import { openingProblem, readOpening, writeOpening } from './opening.ts';

test.each(['8:00', '8', '08.00', '0800', '800'])('%j is eight in the morning', (to) => {
  const opening = readOpening(`friday saturday 23 ${to}`);
  expect(opening && writeOpening(opening)).toBe('friday saturday 23:00 08:00');
});

test.each([
  ['friday friday 23:00 07:00', 'second', 'opening_days'],
  ['friday saturday 24:00 07:00', 'from', 'time_format'],
  ['friday saturday 23:00 late', 'to', 'time_format'],
  ['friday saturday 23:00 ', 'to', 'time_format'],
  ['friday saturday 8:00 08.00', 'to', 'night_empty'],
  ['someday saturday 23:00 07:00', 'first', 'opening'],
  ['friday saturday 23:00 07:00 more', 'first', 'opening'],
])('%j is wrong at its %s part', (text, part, key) => {
  expect(openingProblem(text)).toEqual({ part, key: `validation.${key}` });
  expect(readOpening(text)).toBeUndefined();
});
