import type { CoverState } from './cover-state.ts';
import { createRandom, hashText } from './random.ts';

/** The twelve colours of every event poster. */
export const posterColours = {
  coal: '#0B0B0C',
  bone: '#F3F0E8',
  sulphur: '#F5E51B',
  brick: '#FF5A1F',
  pomegranate: '#D6082F',
  cobalt: '#2F3DFF',
  balcony: '#25C2C7',
  wine: '#3B0A20',
  pink: '#FFA9CB',
  lilac: '#BFB2FF',
  pine: '#0C3B31',
  lime: '#C9F25E',
} as const;

export type PosterColour = keyof typeof posterColours;

/**
 * A poster's colours: `a` is dominant, `b` second, `c` rare; `on` is the only text colour on the paper, `accent` the palette's colour on
 * coal.
 */
type Palette = { readonly number: number } & Readonly<Record<'paper' | 'a' | 'b' | 'c' | 'on' | 'accent', PosterColour>>;

/** The twelve palettes in order of their numbers. */
export const palettes: readonly [Palette, Palette, Palette, ...Palette[]] = [
  { number: 0, paper: 'sulphur', a: 'coal', b: 'pomegranate', c: 'bone', on: 'coal', accent: 'sulphur' },
  { number: 1, paper: 'coal', a: 'bone', b: 'sulphur', c: 'brick', on: 'bone', accent: 'sulphur' },
  { number: 2, paper: 'brick', a: 'coal', b: 'bone', c: 'sulphur', on: 'coal', accent: 'brick' },
  { number: 3, paper: 'cobalt', a: 'bone', b: 'coal', c: 'pink', on: 'bone', accent: 'lilac' },
  { number: 4, paper: 'bone', a: 'coal', b: 'brick', c: 'cobalt', on: 'coal', accent: 'brick' },
  { number: 5, paper: 'balcony', a: 'coal', b: 'bone', c: 'pomegranate', on: 'coal', accent: 'balcony' },
  { number: 6, paper: 'wine', a: 'pink', b: 'brick', c: 'bone', on: 'bone', accent: 'pink' },
  { number: 7, paper: 'pine', a: 'lime', b: 'bone', c: 'coal', on: 'bone', accent: 'lime' },
  { number: 8, paper: 'pink', a: 'pomegranate', b: 'coal', c: 'bone', on: 'coal', accent: 'pink' },
  { number: 9, paper: 'lilac', a: 'cobalt', b: 'coal', c: 'bone', on: 'coal', accent: 'lilac' },
  { number: 10, paper: 'coal', a: 'cobalt', b: 'pink', c: 'bone', on: 'bone', accent: 'pink' },
  { number: 11, paper: 'coal', a: 'brick', b: 'bone', c: 'pink', on: 'bone', accent: 'brick' },
];

/** The palette with this number, 0–11. @throws RangeError for any other */
export function paletteOf(number: number): Palette {
  const set = palettes[number];
  if (!set) throw new RangeError(`There is no palette ${number}`);
  return set;
}

/** Part of every cover's address, because browsers cache a print for good: changed bytes need another version. */
export const coverVersion = 'v3';

/** The formats a cover is composed for, with their drawn size in pixels. */
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

/** The address of an event's cover, or of the default one (`default`), in one format; the finished print if there is no state. */
export function coverUrl(id: number | string, ratio: CoverRatio, state?: CoverState): string {
  return `/media/covers/${coverVersion}/${encodeURIComponent(id)}/${ratio}.svg${state ? `?s=${state}` : ''}`;
}

/** Covers for promos, with ids that no event will get, chosen for their family and palette. */
export const promoCovers = { rent: 2_147_483_238, play: 2_147_483_532 } as const;
export const promoSets = { rent: 5, play: 8 } as const;

/**
 * Colours as `#RRGGBB`: text on `paper` is always `on`, text on an `accent` fill is coal, `second` goes with `paper` where there is no
 * text.
 */
export type EventTheme = { paper: string; on: string; accent: string; second: string };

/** The colours of an event's page, card, ticket and mail, taken from its cover. */
export const eventTheme = (id: number): EventTheme => themeOf(chooseCover(id).set);

/** On a coal wall a coal panel is invisible, so a palette with coal paper lends its accent instead; its art remains on coal. */
export function themeOf({ paper, on, accent, a }: Palette): EventTheme {
  const isCoal = paper === 'coal';
  return {
    paper: posterColours[isCoal ? accent : paper],
    on: posterColours[isCoal ? 'coal' : on],
    accent: posterColours[accent],
    second: posterColours[isCoal ? 'coal' : a],
  };
}

export const coverFamilies = ['arcs', 'phase', 'halftone', 'letter', 'blocks', 'warp'] as const;

export type CoverFamily = (typeof coverFamilies)[number];

/** The part of a cover that depends on the id; `seed` is the id as a whole number. */
type CoverChoice = { seed: number; family: CoverFamily; set: Palette };

/** The cover shown without an event. */
export const defaultCoverId = 'default';

/** Family and palette of a cover; neighbouring events share neither. An id that is not a whole number is hashed to one. */
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
 * Returns the item of an id from shuffled bags that contain every item once, so that neighbouring ids never get the same. Needs at least
 * three items, so that swapping a bag's first two leaves its last; `id` is 0, 1, 2, ….
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
