import { expect, test } from 'vitest';
import { compareLineUp } from './staff-events.service.ts';

const at = (time: string) => new Date(`2026-12-04T${time}:00+04:00`);
const act = (artistName: string, time: string, floor = 1, isHeadliner = false) => ({ floor, artistName, startsAt: at(time), isHeadliner });
const row = (id: number, ...given: Parameters<typeof act>) => ({ id, eventId: 7, sound: null, ...act(...given) });

test('an unchanged line-up writes nothing', () => {
  expect(compareLineUp([row(1, 'A', '23:00'), row(2, 'B', '23:00')], [act('A', '23:00'), act('B', '23:00')])).toEqual({
    removed: [],
    changed: [],
    added: [],
  });
});

test('a renamed act, a headliner and a moved act keep their ids', () => {
  const before = [row(1, 'A', '23:00'), row(2, 'B', '23:30'), row(3, 'C', '23:45')];
  const given = [act('Aa', '23:00'), act('B', '23:30', 1, true), act('C', '22:45', 2)];
  expect(compareLineUp(before, given)).toEqual({
    removed: [],
    changed: [
      { id: 1, ...act('Aa', '23:00') },
      { id: 2, ...act('B', '23:30', 1, true) },
      { id: 3, ...act('C', '22:45', 2) },
    ],
    added: [],
  });
});

test('acts that go are removed, acts that come are added', () => {
  expect(compareLineUp([row(1, 'A', '23:00'), row(2, 'B', '23:30')], [act('B', '23:30'), act('C', '23:45')])).toEqual({
    removed: [1],
    changed: [],
    added: [act('C', '23:45')],
  });
});

test('acts that begin together stand in the order that is given, by rising ids', () => {
  const before = [row(1, 'A', '23:00'), row(2, 'B', '23:00'), row(3, 'C', '23:30')];
  const { removed, changed, added } = compareLineUp(before, [act('B', '23:00'), act('A', '23:00'), act('C', '23:00')]);
  expect(removed).toEqual([3]);
  expect(changed.map(({ id, artistName }) => [id, artistName])).toEqual([
    [1, 'B'],
    [2, 'A'],
  ]);
  expect(added).toEqual([act('C', '23:00')]);
});
