import { expect, test } from 'vitest';
import { neighbour, placeByKey } from './neighbour.ts';

test('pictures stand in a ring', () => {
  expect(neighbour(0, 1, 3)).toBe(1);
  expect(neighbour(2, 1, 3)).toBe(0);
  expect(neighbour(0, -1, 3)).toBe(2);
  expect(neighbour(0, 1, 1)).toBe(0);
});

test('arrows step, Home and End lead to the ends, other keys nowhere', () => {
  expect(placeByKey('ArrowRight', 2, 3)).toBe(0);
  expect(placeByKey('ArrowLeft', 0, 3)).toBe(2);
  expect(placeByKey('Home', 1, 3)).toBe(0);
  expect(placeByKey('End', 1, 3)).toBe(2);
  expect(placeByKey('Enter', 1, 3)).toBeUndefined();
});
