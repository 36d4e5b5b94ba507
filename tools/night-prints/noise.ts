import { createRandom } from '#shared/media/random.ts';

/** Cloudiness at a point, from 0 to just below 1. */
export type Noise = (x: number, y: number) => number;

const SIZE = 256;
/** Each octave is finer and weaker than the one before; the shifts keep their lattices from lining up. */
const octaves = [
  { scale: 1, weight: 0.5, shift: [0, 0] },
  { scale: 2, weight: 0.25, shift: [7, 3] },
  { scale: 4, weight: 0.125, shift: [1, 9] },
  { scale: 8, weight: 0.0625, shift: [5, 2] },
] as const;

/** Value noise of four octaves. */
export function createNoise(seed: number): Noise {
  const random = createRandom(seed);
  const values = Float64Array.from({ length: SIZE * SIZE }, random);
  const corner = (x: number, y: number): number => values[(x & (SIZE - 1)) + SIZE * (y & (SIZE - 1))] ?? 0;

  const octave: Noise = (x, y) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [smooth(x - left), smooth(y - top)];
    const above = corner(left, top) * (1 - u) + corner(left + 1, top) * u;
    const below = corner(left, top + 1) * (1 - u) + corner(left + 1, top + 1) * u;
    return above * (1 - v) + below * v;
  };

  return (x, y) => octaves.reduce((sum, { scale, weight, shift }) => sum + weight * octave(x * scale + shift[0], y * scale + shift[1]), 0);
}

const smooth = (t: number): number => t * t * (3 - 2 * t);
