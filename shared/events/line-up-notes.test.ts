import { expect, test } from 'vitest';
import { lineUpNotes } from './line-up-notes.ts';

const event = { startDate: '2026-12-04T23:00:00+04:00', endDate: '2026-12-05T07:00:00+04:00' };
const notes = (...acts: [1 | 2, string, string][]) =>
  lineUpNotes({
    ...event,
    lineUps: acts.map(([floor, startTime, artistName], id) => ({ id, floor, startTime, artistName, isHeaderLineUp: false })),
  });

test('a line-up without gaps and overlaps has nothing to look at', () => {
  expect(notes([1, '2026-12-04T23:00:00+04:00', 'A'], [1, '2026-12-05T02:00:00+04:00', 'B'])).toEqual([]);
  expect(notes()).toEqual([]);
});

test('a stage that begins late, acts at once, short sets and times outside of the event are told', () => {
  const found = notes(
    [1, '2026-12-05T00:00:00+04:00', 'A'],
    [1, '2026-12-05T00:00:00+04:00', 'B'],
    [2, '2026-12-04T23:00:00+04:00', 'C'],
    [2, '2026-12-04T23:20:00+04:00', 'D'],
    [2, '2026-12-05T08:00:00+04:00', 'E'],
  );
  expect(found).toEqual([
    { kind: 'gap', floor: 1, from: event.startDate, until: '2026-12-05T00:00:00+04:00' },
    { kind: 'same_start', floor: 1, names: ['A', 'B'], at: '2026-12-05T00:00:00+04:00' },
    { kind: 'outside', floor: 2, name: 'E', at: '2026-12-05T08:00:00+04:00' },
    { kind: 'short', floor: 2, name: 'C', minutes: 20 },
  ]);
});
