import { expect, test } from 'vitest';
import { drawFromBag } from './covers.ts';

const ids = Array.from({ length: 6000 }, (_, id) => id);

test.each([
  ['three', [0, 1, 2]],
  ['six', [0, 1, 2, 3, 4, 5]],
  ['twelve', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]],
] as const)('neighbours among 6,000 ids never draw the same of %s items', (name, items) => {
  const drawn = ids.map((id) => drawFromBag(name, items, id));
  expect(drawn.filter((item, id) => item === drawn[id - 1])).toEqual([]);
});

test('every bag holds each item once, also where its first two have changed places', () => {
  const items = [0, 1, 2] as const;
  for (let id = 0; id < 6000; id += items.length) {
    expect(new Set([0, 1, 2].map((place) => drawFromBag('three', items, id + place))).size).toBe(items.length);
  }
});

test('an id draws the same whenever it is asked', () => {
  const items = ['a', 'b', 'c', 'd'] as const;
  const backwards = ids.toReversed().map((id) => drawFromBag('four', items, id));
  expect(backwards.toReversed()).toEqual(ids.map((id) => drawFromBag('four', items, id)));
});

test('bags differ from each other', () => {
  const items = [0, 1, 2, 3, 4, 5] as const;
  const bags = Array.from({ length: 50 }, (_, bag) => items.map((place) => drawFromBag('six', items, bag * 6 + place)).join(''));
  expect(new Set(bags).size).toBeGreaterThan(40);
});
