import { describe, expect, test } from 'vitest';
import ka from './locales/ka/common.json' with { type: 'json' };
import en from './locales/en/common.json' with { type: 'json' };
import {
  addDays,
  businessNight,
  dateText,
  fromVenue,
  MONTHS,
  timeText,
  toWireTime,
  venueDay,
  venueTime,
  WEEKDAYS,
  weekdayText,
  type TranslateDate,
} from './dates.ts';

const translateWith =
  (table: { months: Record<string, string>; weekdays: Record<string, string> }): TranslateDate =>
  (key) => {
    const [list, name] = key.split('.');
    return (list === 'months' ? table.months : table.weekdays)[name ?? ''] ?? '';
  };

describe('venue time', () => {
  test('a moment on the wire carries the venue offset', () => {
    expect(toWireTime(new Date('2026-11-21T19:00:00Z'))).toBe('2026-11-21T23:00:00+04:00');
  });

  test('a venue day and hour is a moment; hours past 23 fall on the next day', () => {
    expect(fromVenue('2026-11-21', 23).toISOString()).toBe('2026-11-21T19:00:00.000Z');
    expect(fromVenue('2026-11-21', 31, 30).toISOString()).toBe('2026-11-22T03:30:00.000Z');
    expect(fromVenue('2026-12-31', 24).toISOString()).toBe('2026-12-31T20:00:00.000Z');
  });

  test('Tbilisi agrees with the time-zone database all year', () => {
    const icu = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Tbilisi', hourCycle: 'h23', hour: '2-digit', minute: '2-digit' });
    for (let day = 0; day < 365; day += 1) {
      const at = addDays(new Date('2026-01-01T20:30:00Z'), day);
      expect(timeText(at)).toBe(icu.format(at));
    }
  });

  test.each([
    ['2026-11-21T11:59:00+04:00', '2026-11-20'],
    ['2026-11-21T12:00:00+04:00', '2026-11-21'],
    ['2026-11-21T23:59:00+04:00', '2026-11-21'],
    ['2026-11-22T00:00:00+04:00', '2026-11-21'],
    ['2026-11-22T06:59:00+04:00', '2026-11-21'],
    ['2026-11-22T07:00:00+04:00', '2026-11-21'],
  ])('%s belongs to the night of %s', (at, event) => {
    expect(businessNight(new Date(at))).toBe(event);
  });

  test('midnight reads 00:00 and opens the new day [§1.times §9.formats]', () => {
    expect(timeText('2026-11-22T00:00:00+04:00')).toBe('00:00');
    expect(venueDay('2026-11-21T20:00:00Z')).toBe('2026-11-22');
    expect(venueTime('2026-11-21T20:05:00Z')).toMatchObject({ hour: 0, minute: 5, weekday: 'sunday' });
  });
});

describe('date text', () => {
  test('English says Month D, YYYY and Georgian D Month, YYYY [§9.dates]', () => {
    expect(dateText('2026-11-21T23:00:00+04:00', 'en', translateWith(en))).toBe('November 21, 2026');
    expect(dateText('2026-11-21T23:00:00+04:00', 'ka', translateWith(ka))).toBe('21\u00a0ნოემბერი, 2026');
  });

  test.each(['en', 'ka'] as const)('our %s names of months and weekdays are those of ICU', (language) => {
    const translate = translateWith(language === 'en' ? en : ka);
    const month = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' });
    const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
    MONTHS.forEach((name, index) => expect(translate(`months.${name}`)).toBe(month.format(new Date(Date.UTC(2026, index, 15)))));
    WEEKDAYS.forEach((_name, index) => {
      const at = new Date(Date.UTC(2026, 10, 22 + index, 12));
      expect(weekdayText(at, translate)).toBe(weekday.format(at));
    });
  });
});
