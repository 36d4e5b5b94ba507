import { contrast } from '#shared/media/contrast.ts';
import type { Random } from '#shared/media/random.ts';

/** The hex colours of a palette: `a` is dominant, `b` second, `c` rare. */
export type PosterColours = { paper: string; a: string; b: string; c: string };

/**
 * What a family composes from: units are a hundredth of the cover's width, so `width` is always 100.
 * `letter` is a Mtavruli capital or nothing; only the Letter family reads it.
 */
export type Composition = { random: Random; width: number; height: number; colours: PosterColours; letter: string | undefined };

/** Draws a family's art as SVG elements; the paper lies under it already. */
export type DrawFamily = (composition: Composition) => string;

/** The colour to lay under dominant art: the second, unless the two can hardly be told apart (bone on sulphur, lime on bone), then the rare one. */
export function groundColour({ a, b, c }: PosterColours): string {
  return contrast(a, b) >= 1.3 ? b : c;
}
