import { type CoverState, editionIn, halfHourOf, tenthsOf } from '#shared/media/cover-state.ts';
import { type CoverFamily, posterColours } from '#shared/media/covers.ts';
import { screens } from './screens.ts';
import { stamp } from './stamp.ts';
import { box, filled, type Frame, type Plates, type Point, type PosterColours, round } from './svg.ts';

/** A poster's state, with the hours of its event. */
export type Life = { state: CoverState; startsAt: Date; endsAt: Date };
type Proof = { paper: string; ink: string };
type Sheet = Frame & { colours: PosterColours; proof: Proof; family: CoverFamily; seed: number };

const HALF_HOUR_MS = 30 * 60_000;

const THIRD: ReadonlySet<CoverState> = new Set(['sold-out', 'morning', 'over']);

/**
 * The third ink is printed with the last ticket and remains after the event, but a guest's own print has none, because it must not say
 * "sold out".
 */
export const platesOf = (life: Life): Plates => ({
  hasThird: THIRD.has(life.state),
  passed: passedOf(life),
});

/** Returns how much of a running event has passed, 0 to 1. */
function passedOf({ state, startsAt, endsAt }: Life): number | undefined {
  const halfHour = halfHourOf(state);
  const halfHours = Math.max(1, (endsAt.getTime() - startsAt.getTime()) / HALF_HOUR_MS);
  return halfHour === undefined ? undefined : Math.min(1, halfHour / halfHours);
}

/** Returns finished art on its paper, printed as far as its state requires. */
export function printed(art: string, life: Life | undefined, sheet: Sheet): string {
  const { family, colours, proof } = sheet;
  const onPaper = (colour: string) => filled(box(0, 0, sheet.width, sheet.height), colour);
  const paper = onPaper(colours.paper);
  if (!life) return paper + art;
  const { state, startsAt } = life;
  if (state === 'announced') return onPaper(proof.paper) + inProof(art, colours.a, proof);
  if (state === 'morning') return inked(paper + art, bleached) + stamp(startsAt, sheet);
  if (state === 'over') return inked(paper + art, grey) + stamp(startsAt, sheet);
  const tenths = tenthsOf(state);
  if (tenths !== undefined) return paper + partly(art, tenths, sheet);
  return paper + slipped(editionIn(state) === undefined ? art : withoutThird(art, colours), colours, slipOf(life, family));
}

/** Returns the second ink: in posters without `b` the rare one, and in a few the first. */
const secondInk = (art: string, { a, b, c }: PosterColours): string => [b, c].find((colour) => art.includes(colour)) ?? a;

/** Removes the third ink, so that the paper shows there. */
function withoutThird(art: string, colours: PosterColours): string {
  const isThird = (colour: string) => colour === colours.c && secondInk(art, colours) !== colour;
  return inked(art, (colour) => (isThird(colour) ? colours.paper : colour));
}

/** Prints the first plate only; the paper shows where the others would be. */
const inProof = (art: string, first: string, { paper, ink }: Proof): string => inked(art, (colour) => (colour === first ? ink : paper));

/** How much of the ink's strength a proof has. */
const PALE = 0.5;

/**
 * Returns the paper and the ink of a proof, from a set and its panel. A pale ink is invisible on coal, so a set on coal is proved with its
 * panel's colours.
 */
export const proofOf = ({ paper, a }: PosterColours, panel: { paper: string; on: string }): Proof =>
  paper === posterColours.coal ? { paper: panel.paper, ink: panel.on } : { paper, ink: mixed(a, paper, PALE) };

/** Families whose first ink lies over all others: it is printed once more, to cover the fine edges of the screen. */
const KEY_ON_TOP: ReadonlySet<CoverFamily> = new Set(['halftone', 'letter']);

/** A sale shows a little of the second ink before the first ticket, and not all of it before the last. */
const SHARE = { least: 1, steps: 10.5 };

function partly(art: string, tenths: number, { colours, family, seed, ...frame }: Sheet): string {
  const screen = screens[family]((tenths + SHARE.least) / SHARE.steps, frame, seed);
  const second = withoutThird(art, colours);
  const clipped = `<clipPath id="printed"><path d="${screen}"/></clipPath><g clip-path="url(#printed)">${second}</g>`;
  return (
    inProof(art, colours.a, { paper: colours.paper, ink: colours.a }) +
    clipped +
    (KEY_ON_TOP.has(family) ? inked(art, (colour) => (colour === colours.a ? colour : 'none')) : '')
  );
}

/** Families without a form that can move: their second plate is out of register instead, and rises and sets like the sun. */
const REGISTER: ReadonlySet<CoverFamily> = new Set(['arcs', 'blocks']);
const SLIP = { right: 9, down: 6 };
/** A guest's print is less out of register than a running event's. */
const EDITION = { positions: 16, least: 0.8, step: 0.4 };

/** Returns how far the second plate is out of register, to the right and down; it differs for each print of an edition. */
function slipOf(life: Life, family: CoverFamily): Point {
  const passed = passedOf(life);
  if (passed !== undefined && REGISTER.has(family)) {
    return [round(-SLIP.right * Math.cos(Math.PI * passed)), round(-SLIP.down * Math.sin(Math.PI * passed))];
  }
  const print = editionIn(life.state);
  if (print === undefined) return [0, 0];
  return turned(print / EDITION.positions, EDITION.least + EDITION.step * Math.floor(print / EDITION.positions));
}

const turned = (turns: number, length: number): Point => [
  round(length * Math.sin(2 * Math.PI * turns)),
  round(-length * Math.cos(2 * Math.PI * turns)),
];

function slipped(art: string, colours: PosterColours, [right, down]: Point): string {
  if (right === 0 && down === 0) return art;
  const inInk = new RegExp(`<[a-z]+ [^>]*"${secondInk(art, colours)}"[^>]*/>`, 'g');
  return art.replaceAll(inInk, (element) => `<g transform="translate(${right} ${down})">${element}</g>`);
}

const inked = (art: string, ink: (colour: string) => string): string => art.replaceAll(/#[0-9A-F]{6}/g, ink);

/** How much of its colour a print keeps in the morning. */
const BLEACHED = 0.45;
const bleached = (colour: string): string => mixed(colour, posterColours.bone, BLEACHED);

const channelsOf = (colour: string): number[] => [1, 3, 5].map((place) => Number.parseInt(colour.slice(place, place + 2), 16));
const hex = (channels: number[]): string =>
  `#${channels
    .map((level) => Math.round(level).toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase()}`;

function mixed(ink: string, paper: string, share: number): string {
  const below = channelsOf(paper);
  return hex(channelsOf(ink).map((level, place) => share * level + (1 - share) * (below[place] ?? 0)));
}

/** Weights of red, green and blue in the brightness of a colour (ITU-R BT.601). */
const BRIGHTNESS = [0.299, 0.587, 0.114] as const;
/** Old prints are neither fully black nor fully white. */
const [DARKEST, LIGHTEST] = [28, 176];

function grey(colour: string): string {
  const channels = channelsOf(colour);
  const brightness = BRIGHTNESS.reduce((sum, weight, place) => sum + weight * (channels[place] ?? 0), 0) / 255;
  return hex(Array.from({ length: 3 }, () => DARKEST + brightness * (LIGHTEST - DARKEST)));
}
