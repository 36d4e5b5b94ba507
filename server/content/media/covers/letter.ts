import outlines from '#generated/mtavruli-outlines.json' with { type: 'json' };
import { pick, type Random } from '#shared/media/random.ts';
import { box, type Composition, type DrawFamily, filled, groundColour, rotation, round, thirdColour } from './svg.ts';

/** A capital's outline as path data in font units, y upwards, with its bounds. */
type Outline = { path: string; left: number; bottom: number; right: number; top: number };

const byLetter: Readonly<Record<string, Outline>> = outlines;
const mkhedruli = /[ა-ჰ]/;
const toMtavruli = 0x1c90 - 0x10d0;

/** The 32 capitals for covers: the alphabet without Ი, which is only an arch. */
export const coverLetters: readonly [string, ...string[]] = ['Ა', ...'ᲑᲒᲓᲔᲕᲖᲗᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰ'];

/** Returns the capital of the first Georgian letter in a name that is not ი; undefined without one. */
export function coverLetter(name: string): string | undefined {
  return Array.from(name, capital).find((letter) => letter !== 'Ი' && Object.hasOwn(byLetter, letter));
}

/** Returns the outline of one of the 33 capitals. @throws RangeError for any other text */
export function mtavruliOutline(letter: string): Outline {
  const outline = byLetter[letter];
  if (!outline) throw new RangeError(`${letter} is no Mtavruli capital`);
  return outline;
}

function capital(letter: string): string {
  return mkhedruli.test(letter) ? String.fromCodePoint((letter.codePointAt(0) ?? 0) + toMtavruli) : letter;
}

/** How far a strip overlaps the one above, so that no seam is visible. */
const overlap = 0.6;
/** The maximum ratio between the scales of the two axes. */
const mostStretch = 1.35;

/** One Mtavruli capital, echoed or cut into strips that shift sideways. */
export const drawLetter: DrawFamily = (composition) => {
  const seeded = pick(composition.random, coverLetters);
  const style = pick(composition.random, ['wave', 'echo', 'shear', 'wave']);
  const defs = defineLetter(composition.letter ?? seeded, composition);
  return defs + drawBands(composition) + (style === 'echo' ? drawEcho(composition) : drawStrips(composition, style));
};

const BANDS = 11;
/** The rotation, in degrees, of a running event's bands at its start and end. */
const HAND = { from: -60, to: 75 };

/** The second plate of a poster with a life: bands behind the letter, which turn like a clock's hand while the event runs. */
function drawBands({ width, height, colours, plates }: Composition): string {
  if (!plates) return '';
  const { hasThird, passed } = plates;
  const pitch = height / BANDS;
  // Turned bands must reach beyond the corners.
  const beyond = passed === undefined ? 0 : BANDS;
  const rows = Array.from({ length: BANDS + 2 * beyond }, (_, place) => place - beyond);
  const [left, wide] = passed === undefined ? [0, width] : [-height, width + 2 * height];
  const band = (row: number) => box(left, row * pitch, wide, pitch);
  const turn = passed === undefined ? '' : rotation(Math.round(HAND.from + (HAND.to - HAND.from) * passed), [width / 2, height / 2]);
  const isThird = (row: number) => hasThird && row % 2 === 0;
  const inked = (wanted: boolean) =>
    rows
      .filter((row) => (passed === undefined || row % 2 === 0) && isThird(row) === wanted)
      .map(band)
      .join('');
  return filled(inked(false), groundColour(colours), turn) + filled(inked(true), thirdColour(colours));
}

/** Defines the letter as a reusable shape, centred, and scaled to fill the frame as far as the stretch allows. */
function defineLetter(letter: string, { width, height }: Composition): string {
  const { path, left, bottom, right, top } = mtavruliOutline(letter);
  const [fillWidth, fillHeight] = [(0.92 * width) / (right - left), (1.06 * height) / (top - bottom)];
  const scaleX = Math.min(fillWidth, mostStretch * fillHeight);
  const scaleY = Math.min(fillHeight, mostStretch * fillWidth);
  const x = width / 2 - (scaleX * (left + right)) / 2;
  const y = height / 2 + (scaleY * (bottom + top)) / 2;
  const transform = `translate(${round(x)} ${round(y)}) scale(${scaleX.toFixed(4)} -${scaleY.toFixed(4)})`;
  return `<defs><path id="letter" d="${path}" transform="${transform}"/></defs>`;
}

function useLetter(colour: string, x: number, y: number): string {
  return `<use href="#letter" fill="${colour}" transform="translate(${round(x)} ${round(y)})"/>`;
}

/** Copies shifted up and to the left behind the letter, alternately in paper and second colour. */
function drawEcho({ random, width, height, colours, plates }: Composition): string {
  const copies = pick(random, [5, 6, 7]);
  const echo = plates ? groundColour(colours) : colours.b;
  return Array.from({ length: copies }, (_, place) => {
    const depth = copies - 1 - place;
    const step = (copies - 1) / 4 - depth;
    const colour = depth === 0 ? colours.a : depth % 2 === 0 ? echo : colours.paper;
    return useLetter(colour, 0.035 * width * step, 0.022 * height * step);
  }).join('');
}

/** Horizontal strips, each shifted; one to three of them are in another colour. */
function drawStrips({ random, width, height, colours, plates }: Composition, style: 'wave' | 'shear'): string {
  const count = pick(random, [6, 8, 10, 12]);
  const shift = style === 'wave' ? waveShift(random, width) : shearShift(random, width);
  const backed = new Set(Array.from({ length: 1 + Math.floor(count / 5) }, () => Math.floor(random() * count)));
  const edge = (place: number) => round((place * height) / count);
  const strips = Array.from({ length: count }, (_, place) => ({ place, y: edge(place), tall: edge(place + 1) - edge(place) }));
  const backing = strips.map(({ place, y, tall }) => (backed.has(place) ? box(0, y, width, tall) : '')).join('');
  const letter = strips.map(({ place, y, tall }) => {
    const clip = `<clipPath id="strip${place}"><path d="${box(0, y - overlap, width, tall + overlap)}"/></clipPath>`;
    return `${clip}<g clip-path="url(#strip${place})">${useLetter(colours.a, shift(place / (count - 1)), 0)}</g>`;
  });
  return (plates ? '' : filled(backing, groundColour(colours))) + letter.join('');
}

/** How far a strip shifts to the right; `way` is 0 for the top strip and 1 for the bottom one. */
type Shift = (way: number) => number;

function waveShift(random: Random, width: number): Shift {
  const reach = width * (0.05 + random() * 0.1);
  const turns = 0.5 + random() * 0.9;
  const phase = random() * 2 * Math.PI;
  return (way) => reach * Math.sin(2 * Math.PI * turns * way + phase);
}

function shearShift(random: Random, width: number): Shift {
  const reach = width * (0.05 + random() * 0.1);
  return (way) => 2.6 * reach * (way - 0.5);
}
