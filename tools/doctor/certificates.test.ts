import { expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import { checkExpiry } from './certificates.ts';

/** Checks a certificate that is valid for `days` in all, with `left` of them to go. */
const judge = (days: number, left: number) => {
  const validTo = Date.now() + left * DAY_MS + HOUR_MS;
  const dates = { validFrom: new Date(validTo - days * DAY_MS).toUTCString(), validTo: new Date(validTo).toUTCString() };
  const { state, text } = checkExpiry('it', dates, 'renew it');
  return `${state}: ${text.replace(/, on .*|on .*/, '')}`;
};

test.each([
  ['of six days', 6, 5, 'well: it lasts 5 days'],
  ['of six days, which is renewed now', 6, 2, 'well: it lasts 2 days'],
  ['of six days, whose renewal failed', 6, 1, 'fault: it ends in 24 hours'],
  ['of 45 days', 45, 13, 'well: it lasts 13 days'],
  ['of 45 days, whose renewal failed', 45, 10, 'fault: it ends in 10 days'],
  ['of 90 days', 90, 20, 'well: it lasts 20 days'],
  ['of 90 days, whose renewal failed', 90, 13, 'fault: it ends in 13 days'],
  ['of a year, ordered by hand', 365, 15, 'well: it lasts 15 days'],
  ['of a year, ordered by hand, that ends', 365, 13, 'fault: it ends in 13 days'],
  ['that ended', 90, -1, 'fault: it ended '],
])('a certificate %s', (_, days, left, expected) => {
  expect(judge(days, left)).toBe(expected);
});
