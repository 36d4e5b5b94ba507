import { luminance } from '#shared/media/contrast.ts';
import { pick, type Random } from '#shared/media/random.ts';
import {
  arc,
  box,
  circle,
  clocked,
  disc,
  type DrawFamily,
  filled,
  type Frame,
  line,
  type Plates,
  type Point,
  type PosterColours,
  round,
  stroked,
} from './svg.ts';

type Fields = { outside: string; inside: string };

/** Stripes that change phase inside a shape. */
export const drawPhase: DrawFamily = ({ random, width, height, colours, plates }) => {
  const frame = { width, height };
  const pitch = width / pick(random, [9, 11, 13, 16]);
  const field = pick(random, ['rings', 'rings', 'vertical', 'diagonal']);
  const { shape, heart } = drawShape(random, frame, plates);
  const rule = furthestColour(colours);
  const third = plates?.hasThird && rule !== colours.c ? filled(heart, colours.c) : '';
  const { outside, inside } =
    field === 'rings' ? ringFields(random, frame, pitch, colours.a, rule) : lineFields(random, frame, pitch, field, colours.a, rule);
  return `${outside}<clipPath id="shape"><path d="${shape}"/></clipPath><g clip-path="url(#shape)">${filled(box(0, 0, width, height), colours.b)}${third}${inside}</g>`;
};

/** Larger, so that the steps of a sale are visible. */
const LIVING_SIZE = 1.5;
const HEART = 0.62;

/** Returns path data of one or two circles or of an arch on the lower edge, and of the part in the third ink. */
function drawShape(random: Random, { width, height }: Frame, plates: Plates | undefined): { shape: string; heart: string } {
  const kind = pick(random, ['circle', 'circle', 'arch', 'pair']);
  const radius = Math.min(width, height) * (0.27 + random() * 0.13) * (plates ? LIVING_SIZE : 1);
  const x = clocked((width * (1 + random())) / 3, width, plates);
  const y = (height * (1 + random())) / 3;
  if (kind === 'circle') return { shape: disc([x, y], radius), heart: disc([x, y], radius * HEART) };
  if (kind === 'arch') {
    const half = radius * (plates ? 0.9 : 0.75);
    return { shape: arch(x, y, half, height), heart: arch(x, y + half * (1 - HEART), half * HEART, height) };
  }
  const apart = pick(random, [-0.45, 0.45]) * radius;
  const middle = clocked(width / 2, width, plates);
  const one = disc([middle - apart, height / 2 - radius * 0.6], radius);
  return { shape: one + disc([middle + apart, height / 2 + radius * 0.6], radius), heart: one };
}

function arch(x: number, y: number, radius: number, foot: number): string {
  return `${arc([x - radius, y], radius, [x + radius, y], true)}V${round(foot)}H${round(x - radius)}Z`;
}

/** Returns the one of the three other colours that differs most from the shape's fill. */
function furthestColour({ paper, a, b, c }: PosterColours): string {
  const distance = (colour: string) => Math.abs(luminance(colour) - luminance(b));
  return [a, c].reduce((best, colour) => (distance(colour) > distance(best) ? colour : best), paper);
}

/** Rings around a point just outside a corner, mirrored inside the shape. */
function ringFields(random: Random, { width, height }: Frame, pitch: number, colour: string, rule: string): Fields {
  const x = pick(random, [-0.1, 1.1]) * width;
  const y = pick(random, [-0.05, 1.05]) * height;
  const mirroredY = pick(random, [y, height - y]);
  const reach = Math.hypot(1.1 * width, 1.05 * height);
  return { outside: rings([x, y], reach, pitch, colour), inside: rings([width - x, mirroredY], reach, pitch, rule) };
}

function rings(centre: Point, reach: number, pitch: number, colour: string): string {
  const radii = Array.from({ length: Math.ceil(reach / pitch) }, (_, place) => (place + 1) * pitch);
  return `<g fill="none" stroke="${colour}" stroke-width="${round(pitch / 2)}">${radii.map((radius) => circle(centre, radius)).join('')}</g>`;
}

/** Parallel lines, rotated by 45° or 90° and shifted by half a pitch inside the shape. */
function lineFields(random: Random, frame: Frame, pitch: number, field: 'vertical' | 'diagonal', colour: string, rule: string): Fields {
  const angle = field === 'vertical' ? 0 : Math.PI / 4;
  const turned = angle + pick(random, [Math.PI / 2, Math.PI / 4]);
  return {
    outside: stroked(lines(frame, angle, pitch, 0), colour, pitch / 2),
    inside: stroked(lines(frame, turned, pitch, pitch / 2), rule, pitch / 2),
  };
}

/** Path data of lines across the whole frame; `angle` is that of their normal. */
function lines({ width, height }: Frame, angle: number, pitch: number, shift: number): string {
  const reach = Math.hypot(width, height) / 2 + pitch;
  const [across, along] = [Math.cos(angle), Math.sin(angle)];
  const count = Math.ceil(reach / pitch);
  return Array.from({ length: 2 * count + 1 }, (_, place) => {
    const offset = (place - count) * pitch + shift;
    const [x, y] = [width / 2 + offset * across, height / 2 + offset * along];
    return line([x - reach * along, y + reach * across], [x + reach * along, y - reach * across]);
  }).join('');
}
