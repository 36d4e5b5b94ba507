import { bell, between, ease, type Light, type Scene } from '../light.ts';
import { createCrowdRow } from './crowd.ts';

type Lamp = { x: number; angle: number; width: number; colour: 0 | 1 };

/** The far row stands in front of the haze, the near one is lit at its edges only. */
const rows = [
  { line: 0.7, size: 0.05, edge: 0.25 },
  { line: 0.86, size: 0.098, edge: 0.5 },
] as const;

/** Beams from a lamp bar through haze, over a crowd seen from behind. */
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
  const crowd = rows.map(({ line, size, edge }) => ({ edge, distance: createCrowdRow(random, aspect, line, size) }));

  return (x, y) => {
    const light: Light = [0, 0, 0];
    const haze = 0.35 + 1.1 * fog(x * 3 + 2, y * 3);
    for (const lamp of lamps) addLamp(light, lamp, x - lamp.x, y - bar, haze);
    light[0] += 0.5 * haze * bell(y - 0.66, 0.2);
    for (const { distance, edge } of crowd) hide(light, distance(x, y), edge * ease(1, 0.75, y));
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

/** A silhouette with a thin lit edge. */
function hide(light: Light, distance: number, edgeLight: number): void {
  const inside = ease(0.002, -0.002, distance);
  const edge = inside * bell(distance, 0.009) * edgeLight;
  light[0] = light[0] * (1 - inside) + edge;
  light[1] *= 1 - inside;
  light[2] = light[2] * (1 - inside) + 0.15 * edge;
}
