import { expect, test } from 'vitest';
import { fillQuarters, floorToQuarter } from './tonight.service.ts';

const at = (text: string): Date => new Date(`2026-11-${text}+04:00`);
const event = { startsAt: at('21T23:00:00'), endsAt: at('22T07:00:00') };
const textsOf = (quarters: { from: Date }[]) => quarters.map(({ from }) => from.toISOString().slice(11, 16));

test('an event from 23:00 to 07:00 has 32 quarters, the last at 06:45', () => {
  const quarters = fillQuarters(event, new Map());
  expect(quarters).toHaveLength(32);
  expect([quarters.at(0)?.from, quarters.at(-1)?.from]).toEqual([at('21T23:00:00'), at('22T06:45:00')]);
});

test.each([
  ['21T22:59:59.999', '18:45'],
  ['21T23:00:00', '19:00'],
  ['21T23:59:59.999', '19:45'],
  ['22T00:00:00', '20:00'],
  ['22T06:59:59.999', '02:45'],
  ['22T07:00:00', '03:00'],
])('an arrival at %s counts in the quarter that begins at %s of UTC', (moment, quarter) => {
  const key = floorToQuarter(at(moment).getTime());
  const filled = fillQuarters(event, new Map([[key, 1]]));
  expect(textsOf(filled.filter(({ arrivals }) => arrivals === 1))).toEqual([quarter]);
});

test('nobody makes the axis longer than a day', () => {
  expect(fillQuarters(event, new Map([[floorToQuarter(at('25T00:00:00').getTime()), 1]]))).toHaveLength(96);
});
