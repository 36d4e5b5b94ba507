import { type Palette, paletteOf, palettes } from './palettes.ts';
import { createRandom, hashText } from './random.ts';

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

/**
 * The item an id draws: ids take turns through shuffled bags that hold every item once, so neighbouring ids never draw the same.
 * Needs three items or more, so that putting a bag's first two the other way round leaves its last where it was; `id` is 0, 1, 2, ….
 */
export function drawFromBag<Item>(name: string, items: readonly [Item, Item, Item, ...Item[]], id: number): Item {
  const bag = Math.floor(id / items.length);
  const order = shuffle(items, `bag:v1:${name}:${bag}`);
  const lastBefore = shuffle(items, `bag:v1:${name}:${bag - 1}`).at(-1);
  const [first, second, ...rest] = order;
  const settled = first === lastBefore ? [second, first, ...rest] : order;
  return settled[id % items.length] ?? items[0];
}

function shuffle<Item>(items: readonly Item[], seed: string): Item[] {
  const random = createRandom(hashText(seed));
  const left = [...items];
  return items.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}
