import { expect, test } from 'vitest';
import { swipeStep } from './lightbox-swipe.ts';

test('a swipe to the left goes on, one to the right goes back', () => {
  expect(swipeStep({ x: 300, y: 200 }, { x: 200, y: 220 })).toBe(1);
  expect(swipeStep({ x: 100, y: 200 }, { x: 200, y: 180 })).toBe(-1);
});

test('a short move, a tap and a move up or down are no swipe', () => {
  expect(swipeStep({ x: 100, y: 100 }, { x: 100, y: 100 })).toBeUndefined();
  expect(swipeStep({ x: 100, y: 100 }, { x: 130, y: 100 })).toBeUndefined();
  expect(swipeStep({ x: 100, y: 100 }, { x: 160, y: 190 })).toBeUndefined();
});
