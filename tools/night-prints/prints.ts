import { ALBUMS, type Album } from '#shared/gallery/albums.ts';
import type { Ink } from '#shared/media/inks.ts';
import type { PrintRequest } from './render.ts';
import type { SceneName } from './scenes.ts';
import { subjects, turntables, type Subject } from './subjects.ts';

/** A picture of an album: its file, one plain sentence in each language, its place, and how it is made. */
export type Print = PrintRequest & { album: Album; file: string; name: string; nameKa: string; position: number };

type Choice = { scene: SceneName; inks: readonly [key: Ink, second: Ink]; shape: Shape; shows?: Subject };
type Shape = { width: number; height: number };

const wide: Shape = { width: 1080, height: 720 };
const tall: Shape = { width: 720, height: 1080 };
const square: Shape = { width: 1080, height: 1080 };
/** Across a whole screen. */
const cover: Shape = { width: 1600, height: 686 };
const band: Shape = { width: 1600, height: 457 };

/** Art direction §7: five subjects, each in four pairs of inks and the three shapes, so that neighbours differ in all of them. */
const gallery: readonly Choice[] = [
  { scene: 'beams', inks: ['brick', 'pink'], shape: wide },
  { scene: 'stack', inks: ['bone', 'brick'], shape: tall },
  { scene: 'hall', inks: ['balcony', 'brick'], shape: square },
  { scene: 'ball', inks: ['pink', 'cobalt'], shape: wide },
  { scene: 'decks', inks: ['lime', 'brick'], shape: wide },
  { scene: 'beams', inks: ['cobalt', 'lilac'], shape: tall },
  { scene: 'stack', inks: ['sulphur', 'pomegranate'], shape: square },
  { scene: 'hall', inks: ['brick', 'pink'], shape: wide },
  { scene: 'ball', inks: ['lime', 'brick'], shape: wide },
  { scene: 'decks', inks: ['bone', 'brick'], shape: tall },
  { scene: 'beams', inks: ['pomegranate', 'sulphur'], shape: square },
  { scene: 'stack', inks: ['pink', 'cobalt'], shape: wide },
  { scene: 'hall', inks: ['sulphur', 'pomegranate'], shape: wide },
  { scene: 'ball', inks: ['cobalt', 'lilac'], shape: tall },
  { scene: 'decks', inks: ['pomegranate', 'sulphur'], shape: square },
  { scene: 'beams', inks: ['balcony', 'brick'], shape: wide },
  { scene: 'stack', inks: ['lime', 'brick'], shape: wide },
  { scene: 'hall', inks: ['cobalt', 'lilac'], shape: tall },
  { scene: 'ball', inks: ['bone', 'brick'], shape: square },
  { scene: 'decks', inks: ['balcony', 'brick'], shape: wide },
];

/** The first of an album is its cover; the DJs' others are the stages, in the order of `STAGES`. */
const albums: Record<Album, readonly Choice[]> = {
  gallery,
  rentals: [
    { scene: 'hall', inks: ['pink', 'cobalt'], shape: cover },
    { scene: 'stack', inks: ['brick', 'pink'], shape: wide },
    { scene: 'bar', inks: ['sulphur', 'pomegranate'], shape: wide },
    { scene: 'beams', inks: ['cobalt', 'lilac'], shape: wide },
    { scene: 'stair', inks: ['lime', 'brick'], shape: wide },
    { scene: 'decks', inks: ['pink', 'cobalt'], shape: wide },
    { scene: 'ball', inks: ['balcony', 'brick'], shape: wide },
  ],
  djs: [
    { scene: 'decks', inks: ['sulphur', 'pomegranate'], shape: cover, shows: turntables },
    { scene: 'beams', inks: ['pomegranate', 'sulphur'], shape: wide },
    { scene: 'ball', inks: ['cobalt', 'lilac'], shape: wide },
  ],
  about: [
    { scene: 'beams', inks: ['brick', 'pink'], shape: wide },
    { scene: 'stair', inks: ['pink', 'cobalt'], shape: wide },
  ],
  profile: [{ scene: 'stack', inks: ['cobalt', 'lilac'], shape: band }],
};

/** What a person calls the inks; the Georgian form stands before „შუქში“. */
const colourNames: Partial<Record<Ink, { name: string; nameKa: string }>> = {
  brick: { name: 'orange', nameKa: 'ნარინჯისფერ' },
  pink: { name: 'pink', nameKa: 'ვარდისფერ' },
  cobalt: { name: 'blue', nameKa: 'ლურჯ' },
  lilac: { name: 'lilac', nameKa: 'იასამნისფერ' },
  pomegranate: { name: 'red', nameKa: 'წითელ' },
  sulphur: { name: 'yellow', nameKa: 'ყვითელ' },
  balcony: { name: 'turquoise', nameKa: 'ფირუზისფერ' },
  bone: { name: 'white', nameKa: 'თეთრ' },
  lime: { name: 'lime', nameKa: 'ლაიმისფერ' },
};

/** All pictures of all albums, album by album, by position. What shows the same is numbered through, because the number seeds it. */
export const nightPrints: readonly Print[] = numbered(
  ALBUMS.flatMap((album) => albums[album].map((choice, position) => ({ ...choice, album, position }))),
);

function numbered(choices: readonly (Choice & { album: Album; position: number })[]): Print[] {
  const counts = new Map<string, number>();
  return choices.map(({ scene, inks: [key, second], shape, shows = subjects[scene], album, position }) => {
    const { slug, name, nameKa } = shows;
    const number = (counts.get(slug) ?? 0) + 1;
    counts.set(slug, number);
    const id = `${slug}-${String(number).padStart(2, '0')}`;
    return {
      id,
      file: id,
      album,
      position,
      scene,
      key,
      second,
      ...shape,
      name: `${name}, in ${colourNames[key]?.name} and ${colourNames[second]?.name}`,
      nameKa: `${nameKa}, ${colourNames[key]?.nameKa} და ${colourNames[second]?.nameKa} შუქში`,
    };
  });
}

/** Covers first, then the screens' sets, then the gallery. */
export const inMakingOrder: readonly Print[] = [
  ...nightPrints.filter(({ album, position }) => album !== 'gallery' && position === 0),
  ...nightPrints.filter(({ album, position }) => album !== 'gallery' && position > 0),
  ...nightPrints.filter(({ album }) => album === 'gallery'),
];
