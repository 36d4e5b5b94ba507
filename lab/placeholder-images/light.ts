import type { Random } from '#shared/media/random.ts';
import type { Noise } from './noise.ts';

/** Light at a point, for the key colour, the second colour and white; 0 is dark, about 1 is full. */
export type Light = [key: number, second: number, white: number];

/** x runs from 0 to `aspect` (width ÷ height), y from 0 at the top to 1. */
export type View = { random: Random; fog: Noise; aspect: number };

/** Sets a scene up from its seed and answers the light at every point of it. */
export type Scene = (view: View) => (x: number, y: number) => Light;

export const clamp = (value: number, min = 0, max = 1): number => Math.min(max, Math.max(min, value));

/** 0 below `from`, 1 above `to`, smooth between them; `from` may be the greater. */
export function ease(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}

/** A soft bump of height 1 around 0. */
export const bell = (distance: number, width: number): number => Math.exp(-((distance / width) ** 2));

/** What is left of a value after whole steps, never negative. */
export const wrap = (value: number, step: number): number => value - step * Math.floor(value / step);

export const between = (random: Random, min: number, max: number): number => min + random() * (max - min);
