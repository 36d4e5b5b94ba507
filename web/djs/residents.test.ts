import { expect, test } from 'vitest';
import { eventView } from '#tests/factories/event-view.ts';
import { residentsOf } from './residents.ts';

const event = (id: number, startDate: string, main: string[], space: string[] = []) => {
  const act = (floor: 1 | 2) => (artistName: string, place: number) => {
    return { id: id * 100 + floor * 10 + place, floor, artistName, startTime: startDate, isHeaderLineUp: false, soundUrl: null };
  };
  return eventView({ id, startDate, lineUps: [...main.map(act(1)), ...space.map(act(2))] });
};

test('a stage names those who played there most often, then the latest, each with the last event', () => {
  const past = [
    event(1, '2026-10-02T19:00:00Z', ['OBERTON', 'Tape Aunt'], ['Mtkvari Dub']),
    event(3, '2026-11-06T19:00:00Z', ['OBERTON', 'OBERTON'], ['Tape Aunt']),
    event(2, '2026-10-09T19:00:00Z', ['Dust Icon', 'Wet Cement']),
  ];
  expect(residentsOf(past)).toEqual([
    {
      floor: 1,
      acts: [
        { name: 'OBERTON', eventId: 3, startDate: '2026-11-06T19:00:00Z' },
        { name: 'Dust Icon', eventId: 2, startDate: '2026-10-09T19:00:00Z' },
        { name: 'Wet Cement', eventId: 2, startDate: '2026-10-09T19:00:00Z' },
        { name: 'Tape Aunt', eventId: 1, startDate: '2026-10-02T19:00:00Z' },
      ],
    },
    {
      floor: 2,
      acts: [
        { name: 'Tape Aunt', eventId: 3, startDate: '2026-11-06T19:00:00Z' },
        { name: 'Mtkvari Dub', eventId: 1, startDate: '2026-10-02T19:00:00Z' },
      ],
    },
  ]);
  expect(residentsOf([])).toEqual([]);
});

test('of many acts the first seven are named', () => {
  const [main] = residentsOf([
    event(
      1,
      '2026-10-02T19:00:00Z',
      Array.from({ length: 9 }, (_, place) => `act ${place}`),
    ),
  ]);
  expect(main?.acts.map(({ name }) => name)).toEqual(['act 0', 'act 1', 'act 2', 'act 3', 'act 4', 'act 5', 'act 6']);
});
