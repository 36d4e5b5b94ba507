import { expect, test } from 'vitest';
import { byMonth } from '#web/event-list/event-list.tsx';

const on = (startDate: string) => ({ startDate });

test('events stand under the month of their night at the venue', () => {
  const months = byMonth([
    on('2026-11-28T23:00:00+04:00'),
    on('2026-11-30T21:00:00Z'),
    on('2026-12-05T23:00:00+04:00'),
    on('2027-12-04T23:00:00+04:00'),
  ]);
  expect(months.map(({ name, year, events }) => `${name} ${year}: ${events.length}`)).toEqual([
    'november 2026: 1',
    'december 2026: 2',
    'december 2027: 1',
  ]);
});
