import { expect, test } from 'vitest';
import { moveClub } from '#tests/setup/time-zone.ts';
import { SEASON_SHIFT, seasonOf, seasonText, spanOfSeason } from './season.ts';

test('a season begins with the business night of 1 September', () => {
  expect(seasonOf(new Date('2026-09-01T11:59:59+04:00'))).toBe(2025);
  expect(seasonOf(new Date('2026-09-01T12:00:00+04:00'))).toBe(2026);
  expect(seasonOf(new Date('2027-01-01T00:30:00+04:00'))).toBe(2026);
  expect(spanOfSeason(2026)).toEqual({ from: new Date('2026-09-01T12:00:00+04:00'), until: new Date('2027-09-01T12:00:00+04:00') });
  expect([seasonText(2026), seasonText(2099)]).toEqual(['2026–27', '2099–00']);
});

test('the shift makes a season a calendar year', () => {
  const shifted = (at: string): number => {
    const moment = new Date(Date.parse(at.replace('+04:00', 'Z')) + SEASON_SHIFT.hours * 3_600_000);
    moment.setUTCMonth(moment.getUTCMonth() + SEASON_SHIFT.months);
    return moment.getUTCFullYear();
  };
  for (const at of ['2026-09-01T11:59:59+04:00', '2026-09-01T12:00:00+04:00', '2026-12-31T23:00:00+04:00', '2027-09-01T11:00:00+04:00'])
    expect([at, shifted(at)]).toEqual([at, seasonOf(new Date(at))]);
});

test('in Berlin a season begins at noon of its own clock', () => {
  moveClub('Europe/Berlin');
  expect(spanOfSeason(2026)).toEqual({ from: new Date('2026-09-01T12:00:00+02:00'), until: new Date('2027-09-01T12:00:00+02:00') });
  expect(['2026-09-01T11:59:59+02:00', '2026-09-01T12:00:00+02:00'].map((at) => seasonOf(new Date(at)))).toEqual([2025, 2026]);
});
