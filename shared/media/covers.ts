import { type Palette, paletteOf, palettes, posterColours } from './palettes.ts';
import { createRandom, hashText } from './random.ts';

/** Part of every cover's address and of every composition seed: a new version redraws all covers. */
export const coverVersion = 'v1';

/** The formats a cover is composed for, with their drawn size in pixels (art direction §6.2). */
export const coverRatios = {
  /** Card and poster. */
  '4x5': { width: 800, height: 1000 },
  /** Thumbnail. */
  '1x1': { width: 400, height: 400 },
  /** Hero on a narrow screen. */
  '5x4': { width: 1000, height: 800 },
  /** Ticket header. */
  '2x1': { width: 1000, height: 500 },
  /** Hero panel on a wide screen. */
  '25x32': { width: 1000, height: 1280 },
  /** As high as a wide screen. */
  '1x2': { width: 600, height: 1200 },
  /** Share image. */
  '191x100': { width: 1200, height: 630 },
} as const;

export type CoverRatio = keyof typeof coverRatios;

/** The address of an event's cover, or of the default one (`default`), in one format. */
export function coverUrl(id: number | string, ratio: CoverRatio): string {
  return `/media/covers/${coverVersion}/${encodeURIComponent(id)}/${ratio}.svg`;
}

/** Covers for promos, by ids that no event will get, chosen for their family and palette (art direction §10). */
export const promoCovers = { rent: 2_147_483_238, play: 2_147_483_532 } as const;
export const promoSets = { rent: 5, play: 8 } as const;

/** Colours as `#RRGGBB`: text on `paper` is always `on`, text on an `accent` fill is coal; `set` is the palette's number. */
export type EventTheme = { paper: string; on: string; accent: string; set: number };

/** Art direction §2.2: the colours of an event's page, card and mail, which are those of its cover. */
export function eventTheme(id: number): EventTheme {
  const { set } = chooseCover(id);
  return { paper: posterColours[set.paper], on: posterColours[set.on], accent: posterColours[set.accent], set: set.number };
}

export const coverFamilies = ['arcs', 'phase', 'halftone', 'letter', 'blocks', 'warp'] as const;

export type CoverFamily = (typeof coverFamilies)[number];

/** The part of a cover that its id decides; `seed` is the id as a whole number. */
export type CoverChoice = { seed: number; family: CoverFamily; set: Palette };

/** The cover shown without an event (art direction §8). */
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
 * Returns the item of an id: ids take turns through shuffled bags that hold every item once, so neighbouring ids never get the same. Needs
 * three items or more, so that swapping a bag's first two leaves its last; `id` is 0, 1, 2, ….
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
