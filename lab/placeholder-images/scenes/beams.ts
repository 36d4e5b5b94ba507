import { bell, between, clamp, ease, type Light, type Scene } from '#lab/placeholder-images/light.ts';
import type { Random } from '#shared/media/random.ts';

type Lamp = { x: number; angle: number; width: number; colour: 0 | 1 };

/** Both rows are black against the haze: an outline would look drawn. */
const rows = [
  { line: 0.7, size: 0.05, haze: { glow: 0.5, y: 0.66, high: 0.2 } },
  { line: 0.86, size: 0.098, haze: { glow: 0.34, y: 0.86, high: 0.14 } },
] as const;

/** Beams from a lamp bar through haze, above people seen from behind. */
export const beams: Scene = ({ random, fog, aspect }) => {
  const bar = between(random, 0.08, 0.15);
  const count = aspect < 1 ? 5 : 5 + Math.floor(random() * 4);
  const spread = aspect < 1 ? 0.62 : 1.02;
  const lamps = Array.from({ length: count }, (_, place): Lamp => {
    const offset = place - (count - 1) / 2;
    return {
      x: aspect / 2 + (offset * aspect * 0.62) / (count - 1),
      angle: (2 * spread * offset) / (count - 1) + between(random, -0.07, 0.07),
      width: between(random, 0.014, 0.03),
      colour: random() < 0.55 ? 0 : 1,
    };
  });
  const dancers = rows.map(({ line, size, haze }) => ({ haze, distance: createDancerRow(random, aspect, line, size) }));

  return (x, y) => {
    const light: Light = [0, 0, 0];
    const haze = 0.35 + 1.1 * fog(x * 3 + 2, y * 3);
    for (const lamp of lamps) addLamp(light, lamp, x - lamp.x, y - bar, haze);
    for (const { distance, haze: behind } of dancers) {
      light[0] += behind.glow * haze * bell(y - behind.y, behind.high);
      hide(light, distance(x, y));
    }
    return light;
  };
};

function addLamp(light: Light, { angle, width, colour }: Lamp, dx: number, dy: number, haze: number): void {
  const far = Math.hypot(dx, dy);
  const turn = Math.atan2(dx, dy) - angle;
  const isAhead = Math.cos(turn) > 0;
  const beam = isAhead ? bell(turn * far, 0.7 * width * (0.6 + 1.2 * far)) * Math.exp(-0.9 * far) * haze : 0;
  light[colour] += 1.25 * beam + 0.3 * bell(far, 0.09) + 0.12 * bell(far, 0.24);
  light[2] += 0.25 * beam * beam + 0.75 * bell(far, 0.024);
}

function hide(light: Light, distance: number): void {
  const outside = 1 - ease(0.002, -0.002, distance);
  for (const plate of [0, 1, 2] as const) light[plate] *= outside;
}

/** Signed distance to the nearest person of a row: negative inside. */
type Silhouette = (x: number, y: number) => number;

/** Sizes are in heads; the head's middle is at 0, 0 and y grows downwards. */
type Person = { x: number; y: number; size: number; arms: (-1 | 1)[]; reach: number };

const HEADS_HIGH = 3.5;
const HEADS_WIDE = 2.4;
const SHOULDERS = 1.3;
const CHEST = 1.68;
const SLOPE = 0.95;

/** A row of people seen from behind, with heads at about `line`. Every fourth raises an arm. */
function createDancerRow(random: Random, aspect: number, line: number, size: number): Silhouette {
  const count = Math.ceil(aspect / (size * 2.1)) + 2;
  const people = Array.from({ length: count }, (_, place): Person => {
    const isArmUp = random() < 0.24;
    const side = random() < 0.5 ? -1 : 1;
    return {
      x: ((place - 0.5 + between(random, -0.3, 0.3)) * aspect) / (count - 2),
      y: line + between(random, -0.55, 0.55) * size,
      size: size * between(random, 0.85, 1.15),
      arms: isArmUp ? (random() < 0.3 ? [-1, 1] : [side]) : [],
      reach: between(random, 0.8, 1.5),
    };
  });
  return (x, y) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (const person of people) {
      const [u, v] = [(x - person.x) / person.size, (y - person.y) / person.size];
      if (Math.abs(u) > HEADS_WIDE || v < -HEADS_HIGH) continue;
      nearest = Math.min(nearest, personAt(person, u, v) * person.size);
    }
    return nearest;
  };
}

function personAt({ arms, reach }: Person, u: number, v: number): number {
  const head = Math.hypot(u * 1.12, v) - 0.56;
  const neck = Math.max(Math.abs(u) - 0.36, Math.abs(v - 0.55) - 0.45);
  const shoulders = Math.hypot(u / SHOULDERS, Math.max(0, CHEST - v) / SLOPE) - 1;
  let nearest = Math.min(head, neck, shoulders);
  for (const side of arms) {
    const [elbowX, elbowY] = [side * 1.45, 0.35];
    const [handX, handY] = [side * 1.05, -reach];
    nearest = Math.min(
      nearest,
      limb(u, v, side * 0.85, 1.45, elbowX, elbowY, 0.3, 0.24),
      limb(u, v, elbowX, elbowY, handX, handY, 0.23, 0.15),
      Math.hypot(u - handX, v - handY + 0.14) - 0.21,
    );
  }
  return nearest;
}

/** Distance to a limb between two points that tapers on the way. */
function limb(u: number, v: number, x1: number, y1: number, x2: number, y2: number, thick: number, thin: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const t = clamp(((u - x1) * dx + (v - y1) * dy) / (dx * dx + dy * dy));
  return Math.hypot(u - x1 - dx * t, v - y1 - dy * t) - (thick + (thin - thick) * t);
}
