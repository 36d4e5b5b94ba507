import type { Random } from '#shared/media/random.ts';
import { between, ease, type Light, type Scene } from '../light.ts';

/** `x` and `y` are the direction of the surface, `shine` its reflectance. */
type Surface = { x: number; y: number; z: number; shine: number };
type Lamp = { x: number; y: number; z: number; power: number; colour: 0 | 1 };

const rowsOf = (aspect: number): number => (aspect > 2 ? 2 : 3);
const baffle: Surface = { x: 0, y: 0, z: 1, shine: 0.35 };
const quarters = [
  [-0.22, -0.22],
  [0.22, -0.22],
  [-0.22, 0.22],
  [0.22, 0.22],
] as const;

/** The front of a speaker wall, lit from above and from below in two colours. */
export const stack: Scene = ({ random, fog, aspect }) => {
  const rows = rowsOf(aspect);
  const columns = Math.round(aspect * rows);
  const [width, height] = [aspect / columns, 1 / rows];
  const cone = Math.min(width, height);
  const four = Array.from({ length: columns * rows }, () => random() < 0.25);
  const pairs = Math.ceil(aspect / 2);
  const lamps = Array.from({ length: pairs }, (_, pair) =>
    lampsBetween(random, (pair * aspect) / pairs, ((pair + 1) * aspect) / pairs),
  ).flat();

  return (x, y) => {
    const [column, row] = [Math.min(columns - 1, Math.floor(x / width)), Math.min(rows - 1, Math.floor(y / height))];
    const [dx, dy] = [x - (column + 0.5) * width, y - (row + 0.5) * height];
    const hasFour = four[row * columns + column] ?? false;
    const surface = hasFour
      ? (quarters.map(([u, v]) => coneAt(dx - u * width, dy - v * height, cone * 0.18)).find((found) => found !== undefined) ?? baffle)
      : (coneAt(dx, dy, cone * 0.42) ?? baffle);
    const light: Light = [0, 0, 0];
    for (const lamp of lamps) addLamp(light, lamp, surface, x, y);
    const gap = Math.max(ease(0.485, 0.5, Math.abs(dx) / width), ease(0.485, 0.5, Math.abs(dy) / height));
    const face = (1 - 0.92 * gap) * (0.8 + 0.4 * fog(x * 30, y * 30));
    return [light[0] * face, light[1] * face, light[2] * face];
  };
};

/** One lamp above and one below, at random between two places. */
const lampsBetween = (random: Random, from: number, to: number): Lamp[] => [
  { x: between(random, from, to), y: -0.1, z: 0.5, power: 0.5, colour: 0 },
  { x: between(random, from, to), y: 1.15, z: 0.35, power: 0.34, colour: 1 },
];

/** The surface of a loudspeaker: rim, rolled edge, cone, dust cap; undefined outside it. */
function coneAt(x: number, y: number, radius: number): Surface | undefined {
  const far = Math.hypot(x, y) / radius;
  if (far > 1) return undefined;
  const [outX, outY] = far > 0 ? [x / (radius * far), y / (radius * far)] : [0, 0];
  const tilted = (slope: number, z: number, shine: number): Surface => ({ x: outX * slope, y: outY * slope, z, shine });
  if (far > 0.9) return tilted(((far - 0.95) / 0.05) * 0.9, 0.6, 0.7);
  if (far > 0.78) return tilted(-0.7 * Math.cos(((far - 0.78) / 0.12) * Math.PI), 0.7, 0.3);
  if (far > 0.3) return tilted(-0.62, 0.78, 0.5 + 0.08 * Math.sin(far * 90));
  const cap = far / 0.3;
  return tilted(0.85 * cap, Math.sqrt(1 - 0.72 * cap * cap), 0.8);
}

function addLamp(light: Light, lamp: Lamp, surface: Surface, x: number, y: number): void {
  const [dx, dy] = [lamp.x - x, lamp.y - y];
  const far = Math.hypot(dx, dy, lamp.z);
  const facing = Math.hypot(surface.x, surface.y, surface.z);
  const dull = Math.max(0, (surface.x * dx + surface.y * dy + surface.z * lamp.z) / (far * facing));
  const [halfX, halfY, halfZ] = [dx / far, dy / far, lamp.z / far + 1];
  const half = Math.hypot(halfX, halfY, halfZ);
  const glint = Math.max(0, (surface.x * halfX + surface.y * halfY + surface.z * halfZ) / (half * facing)) ** 26;
  const power = lamp.power / (far * far + 0.15);
  light[lamp.colour] += dull * power * surface.shine + 0.5 * glint * power;
  light[2] += 0.12 * glint * power;
}
