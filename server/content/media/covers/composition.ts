import { contrast } from '#shared/media/contrast.ts';
import type { Random } from '#shared/media/random.ts';

/** The hex colours of a print set: `a` is dominant, `b` second, `c` rare. */
export type PosterInks = { paper: string; a: string; b: string; c: string };

/**
 * What a family composes from: units are a hundredth of the cover's width, so `width` is always 100.
 * `letter` is a Mtavruli capital or nothing; only the Letter family reads it.
 */
export type Composition = { random: Random; width: number; height: number; inks: PosterInks; letter: string | undefined };

/** Draws a family's art as SVG elements; the paper lies under it already. */
export type DrawFamily = (composition: Composition) => string;

/** The ink to lay under dominant art: the second, unless the two can hardly be told apart (bone on sulphur, lime on bone), then the rare one. */
export function groundInk({ a, b, c }: PosterInks): string {
  return contrast(a, b) >= 1.3 ? b : c;
}
