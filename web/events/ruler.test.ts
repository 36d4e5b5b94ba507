import { expect, test } from 'vitest';
import type { Floor } from '#shared/constants.ts';
import type { LineUpView } from '#shared/events/events.contract.ts';
import { moveClub } from '#tests/setup/time-zone.ts';
import { eventRuler } from './ruler.ts';

let lastId = 0;
const act = (floor: Floor, artistName: string, startTime: string, isHeaderLineUp = false): LineUpView => {
  lastId += 1;
  return { id: lastId, floor, artistName, startTime, isHeaderLineUp, soundUrl: null };
};
const eventWith = (lineUps: LineUpView[], startDate = '2026-11-21T23:00:00+04:00', endDate = '2026-11-22T07:00:00+04:00') => ({
  startDate,
  endDate,
  lineUps,
});
const before = new Date('2026-11-21T18:00:00+04:00');

test('eight hours from 23 to 07 are 96 columns of five minutes', () => {
  const { columns, hours, progress } = eventRuler(eventWith([]), before);
  expect(columns).toBe(96);
  expect(hours.map(({ text }) => text)).toEqual(['23', '00', '01', '02', '03', '04', '05', '06', '07']);
  expect(hours.map(({ line }) => line)).toEqual([1, 13, 25, 37, 49, 61, 73, 85, 97]);
  expect(progress).toBeUndefined();
});

test('a slot reaches to the next on its stage, the last one to the end of the event', () => {
  const { stages } = eventRuler(
    eventWith([
      act(1, 'Kvarkvare', '2026-11-22T00:30:00+04:00'),
      act(2, 'Data Dzma', '2026-11-21T23:00:00+04:00'),
      act(1, 'Lela M.', '2026-11-21T23:00:00+04:00'),
    ]),
    before,
  );
  expect(stages.map(({ floor, slots }) => [floor, ...slots.map(({ name, from, to }) => `${name} ${from}–${to}`)])).toEqual([
    [1, 'Lela M. 1–19', 'Kvarkvare 19–97'],
    [2, 'Data Dzma 1–97'],
  ]);
});

test('the axis takes in the begun hours at both ends', () => {
  const { columns, hours } = eventRuler(eventWith([], '2026-11-21T22:45:00+04:00', '2026-11-22T06:10:00+04:00'), before);
  expect(columns).toBe(108);
  expect([hours[0]?.text, hours.at(-1)?.text]).toEqual(['22', '07']);
});

test('while the event runs, who plays is marked and the line stands where the event is', () => {
  const event = eventWith([act(1, 'Lela M.', '2026-11-21T23:00:00+04:00'), act(1, 'OBERTON', '2026-11-22T02:00:00+04:00', true)]);
  const { stages, progress } = eventRuler(event, new Date('2026-11-22T03:00:00+04:00'));
  expect(progress).toBe(0.5);
  expect(stages[0]?.slots.map(({ isNow, isHeadline }) => [isNow, isHeadline])).toEqual([
    [false, false],
    [true, true],
  ]);
});

test('acts that begin together share a block', () => {
  const event = eventWith([act(1, 'A', '2026-11-21T23:00:00+04:00'), act(1, 'B', '2026-11-21T23:00:00+04:00')]);
  expect(eventRuler(event, before).stages[0]?.slots).toMatchObject([{ name: 'A, B', from: 1, to: 97 }]);
});

test('a slot outside the event is drawn at its edge and is never empty', () => {
  const event = eventWith([act(1, 'Early', '2026-11-21T20:00:00+04:00'), act(2, 'Late', '2026-11-22T09:00:00+04:00')]);
  const slots = eventRuler(event, before).stages.flatMap((stage) => stage.slots);
  expect(slots.map(({ from, to }) => [from, to])).toEqual([
    [1, 97],
    [96, 97],
  ]);
});

test('two days name every fourth hour', () => {
  const { hours } = eventRuler(eventWith([], '2026-11-20T18:00:00+04:00', '2026-11-22T18:00:00+04:00'), before);
  expect(hours.map(({ text }) => text)).toEqual(['18', '22', '02', '06', '10', '14', '18', '22', '02', '06', '10', '14', '18']);
});

test.each([
  ['Europe/Berlin', '2026-10-24T23:00:00+02:00', '2026-10-25T07:00:00+01:00', '23 00 01 02 02 03 04 05 06 07'],
  ['Europe/Berlin', '2027-03-27T23:00:00+01:00', '2027-03-28T07:00:00+02:00', '23 00 01 03 04 05 06 07'],
  ['Asia/Kolkata', '2026-11-21T23:10:00+05:30', '2026-11-22T02:00:00+05:30', '23 00 01 02'],
])('in %s the axis from %s until %s has the hours of the clock on the wall', (zone, startDate, endDate, hours) => {
  moveClub(zone);
  expect(
    eventRuler(eventWith([], startDate, endDate), before)
      .hours.map(({ text }) => text)
      .join(' '),
  ).toBe(hours);
});
