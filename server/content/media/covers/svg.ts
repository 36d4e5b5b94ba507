import { contrast } from '#shared/media/contrast.ts';
import type { Random } from '#shared/media/random.ts';

export type Point = readonly [x: number, y: number];

/** Rounds a coordinate to a tenth, never to −0. */
export function round(value: number): number {
  return Math.round(value * 10) / 10 + 0;
}

function at([x, y]: Point): string {
  return `${round(x)} ${round(y)}`;
}

/** Path data of an open line through points. */
export function line(...points: Point[]): string {
  return `M${points.map(at).join(' ')}`;
}

/** Path data of a closed polygon. Relative edges make equal polygons equal text, which compresses well. */
export function polygon(...points: Point[]): string {
  const tenths = points.map(([x, y]): Point => [Math.round(x * 10), Math.round(y * 10)]);
  const edges = tenths.slice(1).map(([x, y], place) => {
    const [beforeX, beforeY] = tenths[place] ?? [x, y];
    return `${(x - beforeX) / 10} ${(y - beforeY) / 10}`;
  });
  return `${line(...points.slice(0, 1))}l${edges.join(' ')}z`;
}

/** Path data of an arc, at most a half turn; clockwise on screen if wanted. */
export function arc(from: Point, radius: number, to: Point, isClockwise: boolean): string {
  return `M${at(from)}A${round(radius)} ${round(radius)} 0 0 ${isClockwise ? 1 : 0} ${at(to)}`;
}

/** How far adjacent colours overlap, as in print, so that no paper shows between them. */
const trap = 0.3;

/** Path data for the stroke of a quarter ring around a corner; `right` and `down` (1 or −1) select the quarter. */
export function quarterRing([x, y]: Point, radius: number, right: 1 | -1, down: 1 | -1): string {
  const [startX, endY] = [round(x + right * radius), round(y + down * radius)];
  const r = round(radius);
  const sweep = right === down ? 1 : 0;
  return `M${startX} ${round(y - down * trap)}V${round(y)}A${r} ${r} 0 0 ${sweep} ${round(x)} ${endY}H${round(x - right * trap)}`;
}

/** Path data of a rectangle. */
export function box(x: number, y: number, width: number, height: number): string {
  return `M${at([x, y])}H${round(x + width)}V${round(y + height)}H${round(x)}Z`;
}

/** Path data of a full circle. */
export function disc([x, y]: Point, radius: number): string {
  const r = round(radius);
  return `M${at([x - r, y])}a${r} ${r} 0 1 0 ${round(2 * r)} 0a${r} ${r} 0 1 0 ${round(-2 * r)} 0`;
}

/** A circle element; its group sets the paint. */
export function circle([x, y]: Point, radius: number): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}"/>`;
}

/** A filled path; empty without data. */
export function filled(data: string, colour: string, transform = ''): string {
  return data && `<path fill="${colour}" d="${data}"${transform && ` transform="${transform}"`}/>`;
}

/** A filled path that overlaps its neighbours slightly. */
export function trapped(data: string, colour: string, transform = ''): string {
  return `<path fill="${colour}" stroke="${colour}" stroke-width="${2 * trap}" d="${data}"${transform && ` transform="${transform}"`}/>`;
}

/** A stroked path; empty without data. */
export function stroked(data: string, colour: string, width: number, transform = ''): string {
  return (
    data && `<path fill="none" stroke="${colour}" stroke-width="${round(width)}" d="${data}"${transform && ` transform="${transform}"`}/>`
  );
}

/** A rotation in whole degrees about a point. */
export function rotation(degrees: number, centre: Point): string {
  return degrees === 0 ? '' : `rotate(${degrees} ${at(centre)})`;
}

/** The hex colours of a palette: `a` is dominant, `b` second, `c` rare. */
export type PosterColours = { paper: string; a: string; b: string; c: string };

/**
 * The input of a family. Units are a hundredth of the cover's width, so `width` is always 100. `letter`: a Mtavruli capital or undefined,
 * for the Letter family only. With `plates` no ink may be missing.
 */
export type Composition = Frame & { random: Random; colours: PosterColours; letter: string | undefined; plates?: Plates | undefined };

/** The plates of a poster with a life: always a second, perhaps a third. `passed`: how much of a running event has passed, 0 to 1. */
export type Plates = { hasThird: boolean; passed: number | undefined };

/** Returns the horizontal position of a poster's form: while its event runs, the form moves from the left edge to the right as a clock. */
export const clocked = (composed: number, width: number, plates: Plates | undefined): number =>
  plates?.passed === undefined ? composed : width * plates.passed;

/** The size of a cover in its units. */
export type Frame = { width: number; height: number };

/** Draws a family's art as SVG elements on top of the paper. */
export type DrawFamily = (composition: Composition) => string;

/** Returns the colour under dominant art: the second, or the rare one if the two are too similar (bone on sulphur, lime on bone). */
export function groundColour({ a, b, c }: PosterColours): string {
  return contrast(a, b) >= 1.3 ? b : c;
}

/** Returns the colour of the third plate beside that ground. */
export const thirdColour = (colours: PosterColours): string => (groundColour(colours) === colours.b ? colours.c : colours.b);
