/** The twelve colours of every event poster (art direction §2.2). */
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

/** A poster's colours: `a` is dominant, `b` second, `c` rare; `on` is the only text colour on the paper, `accent` the set's colour on coal. */
export type Palette = { readonly number: number } & Readonly<Record<'paper' | 'a' | 'b' | 'c' | 'on' | 'accent', PosterColour>>;

/** The twelve palettes in the order of their numbers (art direction §2.2). */
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
