import { expect, test } from 'vitest';
import { joinDate, splitDate } from './date-field.tsx';

test('three boxes make one date, with the noughts people leave out', () => {
  expect(joinDate({ day: '4', month: '3', year: '2001' })).toBe('2001-03-04');
  expect(joinDate({ day: '', month: '', year: '' })).toBe('');
});

test('a date that is not finished is no date', () => {
  expect(joinDate({ day: '4', month: '', year: '' })).toBe('--04');
  expect(joinDate({ day: '4', month: '3', year: '' })).toBe('-03-04');
});

test('a date comes apart into its boxes and back', () => {
  expect(splitDate('2001-03-04')).toEqual({ day: '04', month: '03', year: '2001' });
  expect(splitDate('')).toEqual({ day: '', month: '', year: '' });
  expect(joinDate(splitDate('-03-04'))).toBe('-03-04');
});
