import { expect, test } from 'vitest';
import { STATUSES } from '#shared/constants.ts';
import { ageOn, fullName, isAdult, isCalendarDay, isFutureDay, needsReverification } from './account-rules.ts';

const at = (text: string) => new Date(text);

test('someone is 18 from the birthday on, and not a day earlier [§5.birthdate]', () => {
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

const nino = { firstName: 'Nino', lastName: 'Beridze', birthdate: '1998-04-12' };

test('only what staff had confirmed needs a second look', () => {
  const changed = { ...nino, firstName: 'Nina' };
  expect(STATUSES.filter((status) => needsReverification(status, nino, changed))).toEqual(['Verified', 'Welcomed_Guest']);
});

test('each part of the name and the birthdate count, and nothing changed does not', () => {
  expect(needsReverification('Verified', nino, { ...nino, lastName: 'Kapanadze' })).toBe(true);
  expect(needsReverification('Verified', nino, { ...nino, birthdate: '1998-04-13' })).toBe(true);
  expect(needsReverification('Verified', nino, { ...nino })).toBe(false);
});

test.each([
  ['Nino', 'Beridze', 'Nino Beridze'],
  ['Nino', '', 'Nino'],
  ['', 'Beridze', 'Beridze'],
  ['', '', ''],
])('of %j and %j the full name is %j', (firstName, lastName, name) => {
  expect(fullName({ firstName, lastName })).toBe(name);
});
