import { expect, test } from 'vitest';
import { isDayOf, linesOf } from './door-sheet-lines.ts';

const holder = {
  firstName: 'Ana',
  lastName: 'Zurabiani',
  holderName: null,
  ticketType: 'ადრეული',
  ticketTypeLat: 'Early',
  ticketEnd: '4321',
  isBanned: false,
  needsName: false,
  isRejected: false,
  age: 26,
  cameAt: null,
};
const sheet = {
  name: 'ღამე',
  nameLat: 'Night',
  startDate: '2026-11-20T23:00:00+04:00',
  endDate: '2026-11-21T07:00:00+04:00',
  madeAt: '2026-11-20T20:00:00+04:00',
  hasAges: true,
  holders: [holder, { ...holder, lastName: 'აბულაძე', firstName: 'ანა' }],
  lists: [
    {
      name: 'Artist',
      freeUntil: '2026-11-21T01:00:00+04:00',
      price: 15,
      entries: [
        { firstName: 'Lela', lastName: 'Meskhi', plusOnes: 2, arrived: 1 },
        { firstName: '', lastName: '', plusOnes: 1, arrived: 0 },
      ],
    },
  ],
};

test('tickets and lists stand in one order by surname, with what lets each in', () => {
  const lines = linesOf(sheet, 'en');
  expect(lines.map(({ name, by, people }) => [name, by, people])).toEqual([
    ['Meskhi Lela', 'Artist (–01:00)', 3],
    ['Zurabiani Ana', 'Early', 1],
    ['აბულაძე ანა', 'Early', 1],
  ]);
  expect(lines.map(({ price }) => price)).toEqual([15, undefined, undefined]);
});

test('in Georgian the Georgian names come first, and ticket types have their Georgian names', () => {
  const lines = linesOf(sheet, 'ka');
  expect(lines[0]).toMatchObject({ name: 'აბულაძე ანა', by: 'ადრეული' });
});

test('it is offered from twelve hours before the doors until the end', () => {
  const at = (time: string) => isDayOf(sheet, new Date(time));
  expect(at('2026-11-20T10:59:00+04:00')).toBe(false);
  expect(at('2026-11-20T11:00:00+04:00')).toBe(true);
  expect(at('2026-11-21T06:59:00+04:00')).toBe(true);
  expect(at('2026-11-21T07:00:00+04:00')).toBe(false);
});
