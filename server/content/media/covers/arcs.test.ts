import { expect, test } from 'vitest';
import { createRandom } from '#shared/media/random.ts';
import { drawRibbons } from './arcs.ts';

const colours = { paper: '#000000', a: '#111111', b: '#222222', c: '#333333' };

test('ribbons cross in at most two tiles of a cover', () => {
  const straightStrokes = Array.from({ length: 500 }, (_, seed) => {
    const art = drawRibbons({ random: createRandom(seed), width: 100, height: 125, colours, letter: undefined });
    return art.match(/M[-\d.]+ [-\d.]+ [-\d.]+ [-\d.]+/g)?.length ?? 0;
  });
  const mostBands = 4;
  expect(Math.max(...straightStrokes)).toBe(2 * (2 * mostBands));
  expect(Math.min(...straightStrokes)).toBe(0);
});
