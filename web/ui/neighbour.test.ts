import { expect, test } from 'vitest';
import { neighbour } from './neighbour.ts';

test('pictures stand in a ring', () => {
  expect(neighbour(0, 1, 3)).toBe(1);
  expect(neighbour(2, 1, 3)).toBe(0);
  expect(neighbour(0, -1, 3)).toBe(2);
  expect(neighbour(0, 1, 1)).toBe(0);
});
