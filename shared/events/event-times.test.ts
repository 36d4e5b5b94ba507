import { expect, test } from 'vitest';
import { toWireTime } from '#shared/dates.ts';
import { moveClub } from '#tests/setup/time-zone.ts';
import { daysBetween, momentAtDoor, momentOfAct, nextWeekday, eventMoments, eventTimes } from './event-times.ts';
import { writtenTime } from './written-time.ts';

test.each([
  ['23:00', '07:00', '2026-11-20T23:00:00+04:00', '2026-11-21T07:00:00+04:00'],
  ['14:00', '22:00', '2026-11-20T14:00:00+04:00', '2026-11-20T22:00:00+04:00'],
  ['00:30', '06:00', '2026-11-20T00:30:00+04:00', '2026-11-20T06:00:00+04:00'],
  ['23:00', '00:00', '2026-11-20T23:00:00+04:00', '2026-11-21T00:00:00+04:00'],
  ['23:00', '23:00', '2026-11-20T23:00:00+04:00', '2026-11-21T23:00:00+04:00'],
])('an event from %s until %s', (from, until, startsAt, endsAt) => {
  const moments = eventMoments({ day: '2026-11-20', from, until });
  expect(toWireTime(moments.startsAt)).toBe(startsAt);
  expect(toWireTime(moments.endsAt)).toBe(endsAt);
  expect(eventTimes(moments)).toEqual({ day: '2026-11-20', from, until });
});

test.each([
  ['23:00', '2026-11-20T23:00:00+04:00'],
  ['23:59', '2026-11-20T23:59:00+04:00'],
  ['00:00', '2026-11-21T00:00:00+04:00'],
  ['01:30', '2026-11-21T01:30:00+04:00'],
  ['22:59', '2026-11-21T22:59:00+04:00'],
])('in an event from 23:00 it is %s at that moment', (time, expected) => {
  expect(toWireTime(momentOfAct(new Date('2026-11-20T23:00:00+04:00'), time))).toBe(expected);
});

test('days are counted over the end of a month and of a year', () => {
  expect(daysBetween('2026-11-20', '2026-11-20')).toBe(0);
  expect(daysBetween('2026-11-20', '2026-12-04')).toBe(14);
  expect(daysBetween('2027-01-01', '2026-12-31')).toBe(-1);
});

test('the next Friday is today on a Friday', () => {
  expect(nextWeekday(5, new Date('2026-11-20T18:00:00+04:00'))).toBe('2026-11-20');
  expect(nextWeekday(5, new Date('2026-11-21T01:00:00+04:00'))).toBe('2026-11-27');
  expect(nextWeekday(5, new Date('2026-11-18T12:00:00+04:00'))).toBe('2026-11-20');
});

test.each([
  ['23:00', '23:00'],
  [' 7 ', '07:00'],
  ['7:30', '07:30'],
  ['730', '07:30'],
  ['2300', '23:00'],
  ['01.30', '01:30'],
  ['23h', '23:00'],
  ['23h30', '23:30'],
  ['00', '00:00'],
  ['24:00', undefined],
  ['12:60', undefined],
  ['late', undefined],
  ['', undefined],
])('a person who writes %j means %s', (text, time) => {
  expect(writtenTime(text)).toBe(time);
});

test('an hour of the door is the first such time since the doors open', () => {
  const at = (start: string, opensAt: string | null, time: string) =>
    toWireTime(momentAtDoor({ startsAt: new Date(`2026-11-21T${start}:00+04:00`), opensAt }, time));
  expect(at('23:00', null, '01:00')).toBe('2026-11-22T01:00:00+04:00');
  expect(at('14:00', null, '02:30')).toBe('2026-11-22T02:30:00+04:00');
  expect(at('23:00', null, '23:30')).toBe('2026-11-21T23:30:00+04:00');
  expect(at('23:00', '22:00', '22:30')).toBe('2026-11-21T22:30:00+04:00');
  expect(at('23:00', '23:30', '23:15')).toBe('2026-11-21T23:15:00+04:00');
});

test.each([
  ['2026-10-24', '23:00', '07:00', '2026-10-24T23:00:00+02:00', '2026-10-25T07:00:00+01:00'],
  ['2026-10-25', '00:30', '02:30', '2026-10-25T00:30:00+02:00', '2026-10-25T02:30:00+02:00'],
  ['2027-03-27', '23:00', '07:00', '2027-03-27T23:00:00+01:00', '2027-03-28T07:00:00+02:00'],
  ['2027-03-28', '00:30', '06:00', '2027-03-28T00:30:00+01:00', '2027-03-28T06:00:00+02:00'],
])('in Berlin an event on %s from %s until %s ends when its clock says so', (day, from, until, startsAt, endsAt) => {
  moveClub('Europe/Berlin');
  const moments = eventMoments({ day, from, until });
  expect([moments.startsAt, moments.endsAt].map(toWireTime)).toEqual([startsAt, endsAt]);
  expect(eventTimes(moments)).toEqual({ day, from, until });
});

test('in Berlin an act or an hour of the door that the clock shows twice is the first, one that it skips an hour later', () => {
  moveClub('Europe/Berlin');
  const [autumn, spring] = [new Date('2026-10-24T23:00:00+02:00'), new Date('2027-03-27T23:00:00+01:00')];
  expect([autumn, spring].map((start) => toWireTime(momentOfAct(start, '02:30')))).toEqual([
    '2026-10-25T02:30:00+02:00',
    '2027-03-28T03:30:00+02:00',
  ]);
  expect([autumn, spring].map((startsAt) => toWireTime(momentAtDoor({ startsAt, opensAt: '22:30' }, '06:00')))).toEqual([
    '2026-10-25T06:00:00+01:00',
    '2027-03-28T06:00:00+02:00',
  ]);
});
