import { ALBUMS, type Album } from '#shared/gallery/pictures.ts';
import type { PosterColour as Colour } from '#shared/media/covers.ts';
import type { PictureRequest } from './render.ts';
import { type SceneName, subjects, turntables, type Subject } from './scenes.ts';

/** A picture of an album: its file, a plain sentence in each language, its position, and how it is drawn. */
export type Picture = PictureRequest & { album: Album; name: string; nameKa: string; position: number };

type Choice = { scene: SceneName; colours: readonly [key: Colour, second: Colour]; shape: Shape; shows?: Subject };
type Shape = { width: number; height: number };

const wide: Shape = { width: 1080, height: 720 };
const tall: Shape = { width: 720, height: 1080 };
const square: Shape = { width: 1080, height: 1080 };
/** As wide as a screen. */
const cover: Shape = { width: 1600, height: 686 };
const band: Shape = { width: 1600, height: 457 };

/** Five subjects, each in four pairs of colours and the three shapes, so that neighbours differ in all of them. */
const gallery: readonly Choice[] = [
  { scene: 'beams', colours: ['brick', 'pink'], shape: wide },
  { scene: 'stack', colours: ['bone', 'brick'], shape: tall },
  { scene: 'hall', colours: ['balcony', 'brick'], shape: square },
  { scene: 'ball', colours: ['pink', 'cobalt'], shape: wide },
  { scene: 'decks', colours: ['lime', 'brick'], shape: wide },
  { scene: 'beams', colours: ['cobalt', 'lilac'], shape: tall },
  { scene: 'stack', colours: ['sulphur', 'pomegranate'], shape: square },
  { scene: 'hall', colours: ['brick', 'pink'], shape: wide },
  { scene: 'ball', colours: ['lime', 'brick'], shape: wide },
  { scene: 'decks', colours: ['bone', 'brick'], shape: tall },
  { scene: 'beams', colours: ['pomegranate', 'sulphur'], shape: square },
  { scene: 'stack', colours: ['pink', 'cobalt'], shape: wide },
  { scene: 'hall', colours: ['sulphur', 'pomegranate'], shape: wide },
  { scene: 'ball', colours: ['cobalt', 'lilac'], shape: tall },
  { scene: 'decks', colours: ['pomegranate', 'sulphur'], shape: square },
  { scene: 'beams', colours: ['balcony', 'brick'], shape: wide },
  { scene: 'stack', colours: ['lime', 'brick'], shape: wide },
  { scene: 'hall', colours: ['cobalt', 'lilac'], shape: tall },
  { scene: 'ball', colours: ['bone', 'brick'], shape: square },
  { scene: 'decks', colours: ['balcony', 'brick'], shape: wide },
];

/** The first of an album is its cover; the other DJ pictures follow the order of `STAGES`. */
const albums: Record<Album, readonly Choice[]> = {
  gallery,
  rentals: [
    { scene: 'hall', colours: ['pink', 'cobalt'], shape: cover },
    { scene: 'stack', colours: ['brick', 'pink'], shape: wide },
    { scene: 'bar', colours: ['sulphur', 'pomegranate'], shape: wide },
    { scene: 'beams', colours: ['cobalt', 'lilac'], shape: wide },
    { scene: 'stair', colours: ['lime', 'brick'], shape: wide },
    { scene: 'decks', colours: ['pink', 'cobalt'], shape: wide },
    { scene: 'ball', colours: ['balcony', 'brick'], shape: wide },
  ],
  djs: [
    { scene: 'decks', colours: ['sulphur', 'pomegranate'], shape: cover, shows: turntables },
    { scene: 'beams', colours: ['pomegranate', 'sulphur'], shape: wide },
    { scene: 'ball', colours: ['cobalt', 'lilac'], shape: wide },
  ],
  about: [
    { scene: 'beams', colours: ['brick', 'pink'], shape: wide },
    { scene: 'stair', colours: ['pink', 'cobalt'], shape: wide },
  ],
  // No club has our streets.
  map: [],
  profile: [{ scene: 'stack', colours: ['cobalt', 'lilac'], shape: band }],
};

/** The names of the colours; the Georgian form precedes „შუქში“. */
const colourNames: Partial<Record<Colour, { name: string; nameKa: string }>> = {
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

/** All pictures, album by album, by position. Pictures of one subject are numbered, because the number seeds them. */
export const pictures: readonly Picture[] = numbered(
  ALBUMS.flatMap((album) => albums[album].map((choice, position) => ({ ...choice, album, position }))),
);

function numbered(choices: readonly (Choice & { album: Album; position: number })[]): Picture[] {
  const counts = new Map<string, number>();
  return choices.map(({ scene, colours: [key, second], shape, shows = subjects[scene], album, position }) => {
    const { slug, name, nameKa } = shows;
    const number = (counts.get(slug) ?? 0) + 1;
    counts.set(slug, number);
    return {
      file: `${slug}-${String(number).padStart(2, '0')}`,
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
