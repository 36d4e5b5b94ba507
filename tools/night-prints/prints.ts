import type { Album } from '#shared/gallery/albums.ts';
import type { Ink } from '#shared/media/inks.ts';
import type { PrintRequest } from './render.ts';
import type { SceneName } from './scenes.ts';

/** A picture of an album: its file, one plain sentence in each language, its place, and how it is made. */
export type Print = PrintRequest & { album: Album; file: string; name: string; nameKa: string; position: number };

type Subject = { scene: SceneName; slug: string; name: string; nameKa: string; inks: readonly (readonly [key: Ink, second: Ink])[] };

const subjects: readonly Subject[] = [
  {
    scene: 'beams',
    slug: 'light-beams',
    name: 'Beams of light over the crowd',
    nameKa: 'სინათლის სხივები ხალხის თავზე',
    inks: [
      ['brick', 'pink'],
      ['cobalt', 'lilac'],
      ['pomegranate', 'sulphur'],
      ['balcony', 'brick'],
    ],
  },
  {
    scene: 'stack',
    slug: 'speaker-wall',
    name: 'Speaker wall',
    nameKa: 'დინამიკების კედელი',
    inks: [
      ['bone', 'brick'],
      ['sulphur', 'pomegranate'],
      ['pink', 'cobalt'],
      ['lime', 'brick'],
    ],
  },
  {
    scene: 'hall',
    slug: 'hall-of-columns',
    name: 'Lamp at the far end of the columned hall',
    nameKa: 'ლამპა სვეტებიანი დარბაზის ბოლოს',
    inks: [
      ['balcony', 'brick'],
      ['brick', 'pink'],
      ['sulphur', 'pomegranate'],
      ['cobalt', 'lilac'],
    ],
  },
  {
    scene: 'ball',
    slug: 'mirror-ball',
    name: 'Mirror ball and its lights on the wall',
    nameKa: 'სარკის ბურთი და მისი ანარეკლი კედელზე',
    inks: [
      ['pink', 'cobalt'],
      ['lime', 'brick'],
      ['cobalt', 'lilac'],
      ['bone', 'brick'],
    ],
  },
  {
    scene: 'decks',
    slug: 'turntable',
    name: 'Turntable and mixer from above',
    nameKa: 'ფირსაკრავი და მიქსერი ზემოდან',
    inks: [
      ['lime', 'brick'],
      ['bone', 'brick'],
      ['pomegranate', 'sulphur'],
      ['balcony', 'brick'],
    ],
  },
];

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

const LONG_SIDE = 1080;
const SHORT_SIDE = 720;
const shapes = [
  { width: LONG_SIDE, height: SHORT_SIDE },
  { width: SHORT_SIDE, height: LONG_SIDE },
  { width: LONG_SIDE, height: LONG_SIDE },
  { width: LONG_SIDE, height: SHORT_SIDE },
] as const;

/** The twenty pictures of the gallery (art direction §7): subjects and shapes take turns. */
export const nightPrints: readonly Print[] = shapes.flatMap((_, round) =>
  subjects.map((subject, place) =>
    createPrint(subject, round, shapes[(round + place) % shapes.length] ?? shapes[0], round * subjects.length + place),
  ),
);

function createPrint({ scene, slug, inks, name, nameKa }: Subject, round: number, shape: (typeof shapes)[number], position: number): Print {
  const [key, second] = inks[round] ?? ['bone', 'brick'];
  const id = `${slug}-${String(round + 1).padStart(2, '0')}`;
  return {
    id,
    scene,
    key,
    second,
    ...shape,
    album: 'gallery',
    file: id,
    name: `${name}, in ${colourNames[key]?.name} and ${colourNames[second]?.name}`,
    nameKa: `${nameKa}, ${colourNames[key]?.nameKa} და ${colourNames[second]?.nameKa} შუქში`,
    position,
  };
}
