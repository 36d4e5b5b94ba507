import { expect, test } from 'vitest';
import { neighbour, placeByKey, swipeStep } from './lightbox.tsx';

test('a swipe to the left goes on, one to the right goes back', () => {
  expect(swipeStep({ x: 300, y: 200 }, { x: 200, y: 220 })).toBe(1);
  expect(swipeStep({ x: 100, y: 200 }, { x: 200, y: 180 })).toBe(-1);
});

test('a short move, a tap and a move up or down are no swipe', () => {
  expect(swipeStep({ x: 100, y: 100 }, { x: 100, y: 100 })).toBeUndefined();
  expect(swipeStep({ x: 100, y: 100 }, { x: 130, y: 100 })).toBeUndefined();
  expect(swipeStep({ x: 100, y: 100 }, { x: 160, y: 190 })).toBeUndefined();
});

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
