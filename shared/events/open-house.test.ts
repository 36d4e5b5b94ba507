import { expect, test } from 'vitest';
import { moveClub } from '#tests/setup/time-zone.ts';
import { housePhase, isStillOpen } from './open-house.ts';

const at = (text: string) => new Date(`2026-11-${text}+04:00`);
const hours = (from: string, until: string) => ({ startDate: at(from), endDate: at(until) });
const SATURDAY = hours('21T23:00:00', '22T07:00:00');

test.each([
  ['21T19:59:59', undefined],
  ['21T20:00:00', 'evening'],
  ['21T22:59:59', 'evening'],
  ['21T23:00:00', 'night'],
  ['22T07:00:00', 'night'],
  ['22T07:00:01', 'morning'],
  ['22T11:59:59', 'morning'],
  ['22T12:00:00', undefined],
] as const)('at %s the house is %s', (time, phase) => {
  expect(housePhase(SATURDAY, at(time))).toBe(phase);
});

test('an event that begins before eight has no evening before it, one after midnight that of the day before', () => {
  const early = hours('21T18:00:00', '21T23:00:00');
  expect([housePhase(early, at('21T17:59:00')), housePhase(early, at('21T18:00:00'))]).toEqual([undefined, 'night']);
  const late = hours('22T00:30:00', '22T06:00:00');
  expect([housePhase(late, at('21T20:00:00')), housePhase(late, at('22T11:59:00'))]).toEqual(['evening', 'morning']);
});

test('a party that ends in the day or in the evening has no morning after it, and none lasts for more than six hours', () => {
  expect(housePhase(hours('21T14:00:00', '21T22:00:00'), at('21T22:01:00'))).toBeUndefined();
  expect(housePhase(hours('21T23:00:00', '22T13:00:00'), at('22T13:01:00'))).toBeUndefined();
  const short = hours('21T22:00:00', '22T03:00:00');
  expect([housePhase(short, at('22T08:59:00')), housePhase(short, at('22T09:00:00'))]).toEqual(['morning', undefined]);
});

test('it is still open until its morning is over', () => {
  expect([
    isStillOpen(SATURDAY, at('20T12:00:00')),
    isStillOpen(SATURDAY, at('22T11:59:59')),
    isStillOpen(SATURDAY, at('22T12:00:00')),
  ]).toEqual([true, true, false]);
});

test.each([
  ['2026-10-24T23:00:00+02:00', '2026-10-25T07:00:00+01:00', '2026-10-24T20:00:00+02:00', '2026-10-25T12:00:00+01:00'],
  ['2027-03-27T23:00:00+01:00', '2027-03-28T07:00:00+02:00', '2027-03-27T20:00:00+01:00', '2027-03-28T12:00:00+02:00'],
])('in Berlin the house of %s is open from 20:00 until noon of its clock', (startDate, endDate, from, until) => {
  moveClub('Europe/Berlin');
  const phases = [from, until].flatMap((at) => [-1, 0].map((ms) => housePhase({ startDate, endDate }, new Date(Date.parse(at) + ms))));
  expect(phases).toEqual([undefined, 'evening', 'morning', undefined]);
});
