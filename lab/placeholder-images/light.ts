import { createRandom, type Random } from '#shared/media/random.ts';

/** Light at a point, for the key colour, the second colour and white; 0 is dark, about 1 is full. */
export type Light = [key: number, second: number, white: number];

/** x runs from 0 to `aspect` (width ÷ height), y from 0 at the top to 1. */
type View = { random: Random; fog: Noise; aspect: number };

/** Prepares a scene from its seed; the result returns the light at each point. */
export type Scene = (view: View) => (x: number, y: number) => Light;

export const clamp = (value: number, min = 0, max = 1): number => Math.min(max, Math.max(min, value));

/** 0 below `from`, 1 above `to`, smooth in between; `from` may be greater. */
export function ease(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}

/** A soft bump of height 1 around 0. */
export const bell = (distance: number, width: number): number => Math.exp(-((distance / width) ** 2));

/** The remainder after whole steps, never negative. */
export const wrap = (value: number, step: number): number => value - step * Math.floor(value / step);

export const between = (random: Random, min: number, max: number): number => min + random() * (max - min);

/** Cloudiness at a point, from 0 to just below 1. */
type Noise = (x: number, y: number) => number;

const SIZE = 256;
/** Each octave is finer and weaker than the previous one; the shifts keep their lattices from coinciding. */
const octaves = [
  { scale: 1, weight: 0.5, right: 0, down: 0 },
  { scale: 2, weight: 0.25, right: 7, down: 3 },
  { scale: 4, weight: 0.125, right: 1, down: 9 },
  { scale: 8, weight: 0.0625, right: 5, down: 2 },
] as const;

/** Value noise of four octaves. */
export function createNoise(seed: number): Noise {
  const random = createRandom(seed);
  const values = Float64Array.from({ length: SIZE * SIZE }, random);
  const corner = (x: number, y: number): number => values[(x & (SIZE - 1)) + SIZE * (y & (SIZE - 1))] ?? 0;

  const octave: Noise = (x, y) => {
    const left = Math.floor(x);
    const top = Math.floor(y);
    const u = smooth(x - left);
    const v = smooth(y - top);
    const above = corner(left, top) * (1 - u) + corner(left + 1, top) * u;
    const below = corner(left, top + 1) * (1 - u) + corner(left + 1, top + 1) * u;
    return above * (1 - v) + below * v;
  };

  return (x, y) => {
    let sum = 0;
    for (const { scale, weight, right, down } of octaves) sum += weight * octave(x * scale + right, y * scale + down);
    return sum;
  };
}

const smooth = (t: number): number => t * t * (3 - 2 * t);
