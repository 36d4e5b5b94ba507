import type { Random } from '#shared/media/random.ts';
import { between, clamp } from '../light.ts';

/** Signed distance to the nearest person of a row: negative inside. */
export type Silhouette = (x: number, y: number) => number;

/** Sizes are in heads; the head's middle is at 0, 0 and y grows downwards. */
type Person = { x: number; y: number; size: number; arms: (-1 | 1)[]; reach: number };

const HEADS_HIGH = 3.5;
const HEADS_WIDE = 2.4;
const SHOULDERS = 1.3;
const CHEST = 1.68;
const SLOPE = 0.95;

/** A row of people seen from behind, heads about at `line`. Every fourth has an arm up. */
export function createCrowdRow(random: Random, aspect: number, line: number, size: number): Silhouette {
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
  const neck = Math.max(Math.abs(u) - 0.26, Math.abs(v - 0.55) - 0.45);
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

/** Distance to a limb from one point to another that gets thinner on the way. */
function limb(u: number, v: number, x1: number, y1: number, x2: number, y2: number, thick: number, thin: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const t = clamp(((u - x1) * dx + (v - y1) * dy) / (dx * dx + dy * dy));
  return Math.hypot(u - x1 - dx * t, v - y1 - dy * t) - (thick + (thin - thick) * t);
}
