import type { Random } from '#shared/media/random.ts';
import { bell, between, type Light } from '../light.ts';

type Box = { x: number; y: number; width: number; height: number };
type Knob = { x: number; y: number; radius: number; cos: number; sin: number };
type Fader = { x: number; top: number; bottom: number; cap: number };
type Lamp = { x: number; y: number; level: number };

const COLUMNS = 4;
const LAMPS = 10;
const LOUD_FROM = 7;

/** Knobs above, faders below, a level meter on the right: draws itself over the light below it. */
export function createMixer(random: Random, box: Box): (below: Light, x: number, y: number) => Light {
  const isTall = box.height > box.width;
  const pitch = box.width / (COLUMNS + 1.2);
  const rows = isTall ? 4 : 2;
  const rowPitch = isTall ? Math.min(pitch * 1.9, (box.height * 0.55) / rows) : (box.height * 0.36) / rows;
  const radius = Math.min(pitch, rowPitch) * 0.36;
  const columnX = (column: number) => box.x + pitch * (column + 0.75);
  const knobs = Array.from({ length: COLUMNS * rows }, (_, place): Knob => {
    const turn = between(random, -2.4, 2.4) - Math.PI / 2;
    const [column, row] = [place % COLUMNS, Math.floor(place / COLUMNS)];
    return { x: columnX(column), y: box.y + rowPitch * (row + 0.6), radius, cos: Math.cos(turn), sin: Math.sin(turn) };
  });
  const top = box.y + rowPitch * (rows + 0.35);
  const bottom = box.y + box.height * 0.94;
  const faders = Array.from({ length: COLUMNS }, (_, column): Fader => {
    return { x: columnX(column), top, bottom, cap: between(random, top + 0.04, bottom - 0.03) };
  });
  const lamps = Array.from({ length: LAMPS }, (_, level): Lamp => {
    return { x: box.x + pitch * (COLUMNS + 0.55), y: bottom - ((level + 0.5) * (bottom - box.y)) / LAMPS, level };
  });
  const lit = 5 + Math.floor(random() * 5);

  return (below, x, y) => {
    if (x < box.x || x > box.x + box.width || y < box.y || y > box.y + box.height) return below;
    const border = Math.min(x - box.x, box.x + box.width - x, y - box.y, box.y + box.height - y);
    let light: Light = border < 0.005 ? [0.8, 0, 0] : [0.02 + below[0] * 0.7, 0, 0];
    for (const knob of knobs) light = knobAt(light, knob, x - knob.x, y - knob.y);
    for (const fader of faders) light = faderAt(light, fader, x, y, radius);
    for (const lamp of lamps) if (lamp.level < lit) addLamp(light, lamp, x - lamp.x, y - lamp.y);
    return light;
  };
}

function knobAt(below: Light, { radius, cos, sin }: Knob, dx: number, dy: number): Light {
  const away = Math.hypot(dx, dy) / radius;
  if (away > 1.3) return below;
  if (away > 1) return [below[0] * 0.2, 0, 0];
  const isMark = Math.abs(dx * sin - dy * cos) < 0.16 * radius && dx * cos + dy * sin > 0.2 * radius;
  return isMark ? [0.3, 0, 1] : [0.3 - (0.26 * dy) / radius + 0.25 * bell(away - 0.92, 0.08), 0.02, 0];
}

function faderAt(below: Light, { x: middle, top, bottom, cap }: Fader, x: number, y: number, size: number): Light {
  const dx = Math.abs(x - middle);
  const dy = Math.abs(y - cap);
  if (dx < size * 0.95 && dy < size * 0.6) return dy < size * 0.14 ? [0.3, 0, 1] : [0.5 - 0.2 * ((y - cap) / size), 0.04, 0.04];
  if (dx < size * 0.16 && y > top && y < bottom) return [0, 0, 0];
  return dx < size * 0.3 && y > top && y < bottom ? [below[0] + 0.1, 0, 0] : below;
}

function addLamp(light: Light, { level }: Lamp, dx: number, dy: number): void {
  const away = Math.hypot(dx, dy);
  light[level < LOUD_FROM ? 1 : 0] += 1.2 * bell(away, 0.0105) + 0.16 * bell(away, 0.04);
  light[2] += 0.8 * bell(away, 0.006);
}
