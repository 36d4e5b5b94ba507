import { paletteOf, palettes } from './palettes.ts';
import type { Palette } from './palettes.ts';
import { hashText } from './random.ts';
import { drawFromBag } from './shuffle-bag.ts';

export const coverFamilies = ['arcs', 'phase', 'halftone', 'letter', 'blocks', 'warp'] as const;

export type CoverFamily = (typeof coverFamilies)[number];

/** What an id alone decides about its cover; `seed` is the id as a whole number. */
export type CoverChoice = { seed: number; family: CoverFamily; set: Palette };

/** The cover shown when no event is there to give one (art direction §8). */
export const defaultCoverId = 'default';

/** Art direction §6.1: family and palette of a cover; neighbouring events share neither. An id that is no whole number is hashed to one. */
export function chooseCover(id: number | string): CoverChoice {
  const seed = wholeNumber(String(id));
  if (id === defaultCoverId) return { seed, family: 'phase', set: paletteOf(1) };
  return { seed, family: drawFromBag('family', coverFamilies, seed), set: drawFromBag('palette', palettes, seed) };
}

function wholeNumber(id: string): number {
  const isPlain = /^\d+$/.test(id) && Number.isSafeInteger(Number(id));
  return isPlain ? Number(id) : hashText(id);
}
