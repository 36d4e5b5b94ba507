import { beforeEach, describe, expect, test } from 'vitest';
import { moveClub } from '#tests/setup/time-zone.ts';
import ka from './locales/ka/common.json' with { type: 'json' };
import en from './locales/en/common.json' with { type: 'json' };
import { dateText, MONTHS, timeText, toWireTime, venueDay, venueTime, WEEKDAYS, weekdayText, type TranslateDate } from './dates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';
import { businessNight, daysLater, fromVenue } from './venue-moments.ts';

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
      const at = daysLater(new Date('2026-01-01T20:30:00Z'), day);
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

describe('a club in Berlin, where the clock goes back on 25 October 2026 and forward on 28 March 2027', () => {
  beforeEach(() => moveClub('Europe/Berlin'));
  const wire = (at: Date) => toWireTime(at);

  test.each([
    ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00+02:00'],
    ['2026-10-25T00:59:59Z', '2026-10-25T02:59:59+02:00'],
    ['2026-10-25T01:00:00Z', '2026-10-25T02:00:00+01:00'],
    ['2027-03-28T00:59:59Z', '2027-03-28T01:59:59+01:00'],
    ['2027-03-28T01:00:00Z', '2027-03-28T03:00:00+02:00'],
  ])('%s is %s on the wire', (at, expected) => {
    expect(wire(new Date(at))).toBe(expected);
  });

  test.each([
    ['2026-10-24', 23, 0, '2026-10-24T23:00:00+02:00'],
    ['2026-10-24', 31, 0, '2026-10-25T07:00:00+01:00'],
    ['2027-03-27', 31, 0, '2027-03-28T07:00:00+02:00'],
    // Shown twice, so the first; skipped, so an hour later.
    ['2026-10-25', 2, 30, '2026-10-25T02:30:00+02:00'],
    ['2027-03-28', 2, 30, '2027-03-28T03:30:00+02:00'],
  ])('%s at %i:%i is %s', (day, hour, minute, expected) => {
    expect(wire(fromVenue(day, hour, minute))).toBe(expected);
  });

  test.each([
    ['2026-10-24', 25],
    ['2027-03-27', 23],
    ['2027-03-28', 24],
  ])('the night of %s lasts %i hours from noon to noon', (day, hours) => {
    const [from, until] = [fromVenue(day, 12), fromVenue(day, 36)];
    expect((until.getTime() - from.getTime()) / HOUR_MS).toBe(hours);
    const before = (at: Date) => new Date(at.getTime() - 1);
    expect([from, before(until)].map(businessNight)).toEqual([day, day]);
    expect([before(from), until].map(businessNight)).not.toContain(day);
  });

  test.each([
    ['2026-10-24T23:00:00+02:00', 1, '2026-10-25T23:00:00+01:00'],
    ['2026-10-17T02:30:00+02:00', 8, '2026-10-25T02:30:00+02:00'],
    ['2027-03-21T02:30:00+01:00', 7, '2027-03-28T03:30:00+02:00'],
    ['2027-04-02T12:00:00+02:00', -7, '2027-03-26T12:00:00+01:00'],
  ])('%s and %i days are %s', (at, days, expected) => {
    expect(wire(daysLater(new Date(at), days))).toBe(expected);
  });
});

test.each(['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Chatham'])(
  '%s agrees with the time-zone database all year',
  (timeZone) => {
    moveClub(timeZone);
    const icu = new Intl.DateTimeFormat('en-CA', { timeZone, hourCycle: 'h23', dateStyle: 'short', timeStyle: 'short' });
    const start = Date.parse('2026-01-01T00:07:00Z');
    for (let at = start; at < start + 365 * DAY_MS; at += 187 * MINUTE_MS) {
      const moment = new Date(at);
      expect(`${venueDay(moment)}, ${timeText(moment)}`).toBe(icu.format(moment));
      expect(Date.parse(toWireTime(moment))).toBe(at);
    }
  },
);

test('a calendar day is the same in every zone', () => {
  for (const zone of ['Pacific/Honolulu', 'Pacific/Kiritimati']) {
    moveClub(zone);
    expect(dateText('2026-11-21', 'en', translateWith(en))).toBe('November 21, 2026');
    expect([venueDay('2026-11-21'), venueTime('2026-11-21').weekday]).toEqual(['2026-11-21', 'saturday']);
  }
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
