import { expect, test } from 'vitest';
import type { LineUpView } from './events.contract.ts';
import { eventName, eventTiming, isBeforeEnd, isUpcoming, nextEvent, playingNow, slotsOf } from './timing.ts';

const event = { startDate: '2026-11-21T23:00:00+04:00', endDate: '2026-11-22T07:00:00+04:00' };
const at = (time: string): Date => new Date(time);
const named = (name: string, startDate: string, endDate: string) => ({ name, startDate, endDate });

test.each([
  ['a day before', '2026-11-20T23:00:00+04:00', 'starting_soon'],
  ['a millisecond before the start', '2026-11-21T22:59:59.999+04:00', 'starting_soon'],
  ['at the start', '2026-11-21T23:00:00+04:00', 'in_session'],
  ['at the start, told in UTC', '2026-11-21T19:00:00Z', 'in_session'],
  ['after midnight', '2026-11-22T00:00:00+04:00', 'in_session'],
  ['at the end', '2026-11-22T07:00:00+04:00', 'in_session'],
  ['a millisecond after the end', '2026-11-22T07:00:00.001+04:00', 'ended'],
])('%s an event is judged by its hours, both ends included [§4.timing]', (_, now, timing) => {
  expect(eventTiming(event, at(now))).toBe(timing);
});

test.each([
  ['before its start', '2026-11-21T12:00:00+04:00', true],
  ['six hours after its start', '2026-11-22T05:00:00+04:00', true],
  ['a millisecond later', '2026-11-22T05:00:00.001+04:00', false],
])('%s an event is upcoming or not [§4.upcoming §9.upcoming]', (_, now, expected) => {
  expect(isUpcoming(event, at(now))).toBe(expected);
});

test('tickets can be got until just before the end', () => {
  expect(isBeforeEnd(event, at('2026-11-22T06:59:59.999+04:00'))).toBe(true);
  expect(isBeforeEnd(event, at('2026-11-22T07:00:00+04:00'))).toBe(false);
});

const past = named('past', '2026-11-20T23:00:00+04:00', '2026-11-21T07:00:00+04:00');
const long = named('long', '2026-11-21T20:00:00+04:00', '2026-11-22T12:00:00+04:00');
const short = named('short', '2026-11-21T23:00:00+04:00', '2026-11-22T07:00:00+04:00');
const later = named('later', '2026-11-27T23:00:00+04:00', '2026-11-28T07:00:00+04:00');

test('the next event is the earliest start among those that end later than now [§4.next-event]', () => {
  const next = (now: string) => nextEvent([later, short, past, long], at(now))?.name;
  expect(next('2026-11-21T06:59:00+04:00')).toBe('past');
  expect(next('2026-11-21T07:00:00+04:00')).toBe('long');
  expect(next('2026-11-22T11:59:00+04:00')).toBe('long');
  expect(next('2026-11-22T12:00:00+04:00')).toBe('later');
  expect(next('2026-11-28T07:00:00+04:00')).toBeUndefined();
  expect(nextEvent([], at('2026-11-21T07:00:00+04:00'))).toBeUndefined();
});

const slot = (id: number, floor: LineUpView['floor'], startTime: string): LineUpView => {
  return { id, floor, artistName: `act ${id}`, startTime, isHeaderLineUp: false, soundUrl: null };
};
const withLineUps = {
  ...event,
  lineUps: [
    slot(5, 2, '2026-11-21T23:00:00+04:00'),
    slot(3, 1, '2026-11-22T02:00:00+04:00'),
    slot(1, 1, '2026-11-21T19:00:00Z'),
    slot(2, 1, '2026-11-22T00:30:00+04:00'),
    slot(4, 1, '2026-11-22T02:00:00+04:00'),
  ],
};

test('a slot lasts until the next start on its own floor, the last one until the event ends', () => {
  expect(slotsOf(withLineUps).map(({ id, floor, endTime }) => [id, floor, endTime])).toEqual([
    [1, 1, '2026-11-22T00:30:00+04:00'],
    [2, 1, '2026-11-22T02:00:00+04:00'],
    [3, 1, '2026-11-22T07:00:00+04:00'],
    [4, 1, '2026-11-22T07:00:00+04:00'],
    [5, 2, '2026-11-22T07:00:00+04:00'],
  ]);
  expect(slotsOf({ ...event, lineUps: [] })).toEqual([]);
});

test.each([
  ['before the event', '2026-11-21T22:59:00+04:00', []],
  ['at its start', '2026-11-21T23:00:00+04:00', [1, 5]],
  ['when one act takes over from another', '2026-11-22T00:30:00+04:00', [2, 5]],
  ['while two acts share the stage', '2026-11-22T06:59:59+04:00', [3, 4, 5]],
  ['at its end', '2026-11-22T07:00:00+04:00', []],
  ['after it', '2026-11-22T08:00:00+04:00', []],
])('%s the stages say who plays', (_, now, ids) => {
  expect(playingNow(withLineUps, at(now)).map(({ id }) => id)).toEqual(ids);
});

test('Georgian shows the Georgian name, every other language the Latin one [§9.languages]', () => {
  const event = { id: 7, name: 'ნულოვანი', nameLat: 'Nulovani' };
  expect(['ka', 'en', 'de'].map((language) => eventName(event, language))).toEqual(['ნულოვანი', 'Nulovani', 'Nulovani']);
});

test('a name that shows nothing is the other one, else the number of the event', () => {
  for (const name of ['', '  ', '\u200B\u2060', '\u202E']) {
    expect(eventName({ id: 7, name, nameLat: 'Nulovani' }, 'ka')).toBe('Nulovani');
    expect(eventName({ id: 7, name: 'ნულოვანი', nameLat: name }, 'en')).toBe('ნულოვანი');
    expect(eventName({ id: 7, name, nameLat: name }, 'en')).toBe('#7');
    expect(eventName({ name, nameLat: name }, 'en')).toBe('–');
  }
});
