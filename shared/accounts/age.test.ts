import { expect, test } from 'vitest';
import { ageOn, isAdult, isCalendarDay, isFutureDay } from './age.ts';

const at = (text: string) => new Date(text);

test('someone is 18 from the birthday on, and not a day earlier', () => {
  expect(isAdult('2008-11-20', at('2026-11-20T18:00:00+04:00'))).toBe(true);
  expect(isAdult('2008-11-21', at('2026-11-20T18:00:00+04:00'))).toBe(false);
});

test('the birthday begins at midnight in Tbilisi', () => {
  expect(isAdult('2008-11-20', at('2026-11-19T23:59:59+04:00'))).toBe(false);
  expect(isAdult('2008-11-20', at('2026-11-20T00:00:00+04:00'))).toBe(true);
});

test('someone born on 29 February is a year older on 1 March of a common year', () => {
  expect(ageOn('2008-02-29', at('2026-02-28T12:00:00+04:00'))).toBe(17);
  expect(ageOn('2008-02-29', at('2026-03-01T12:00:00+04:00'))).toBe(18);
});

test('only real days written as YYYY-MM-DD are days', () => {
  expect(['2000-02-29', '1900-01-01', '2026-12-31'].every(isCalendarDay)).toBe(true);
  const wrong = [
    '2001-02-29',
    '1899-12-31',
    '2000-13-01',
    '2000-00-10',
    '2000-1-1',
    '01.01.2000',
    '2000-01-01T00:00:00Z',
    '',
    '２０００-01-01',
  ];
  expect(wrong.filter(isCalendarDay)).toEqual([]);
});

test('tomorrow is in the future and today is not', () => {
  const now = at('2026-11-20T23:30:00+04:00');
  expect(isFutureDay('2026-11-20', now)).toBe(false);
  expect(isFutureDay('2026-11-21', now)).toBe(true);
});
