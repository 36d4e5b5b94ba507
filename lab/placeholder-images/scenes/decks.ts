import { bell, between, ease, type Light, type Scene } from '#lab/placeholder-images/light.ts';
import type { Random } from '#shared/media/random.ts';

type Platter = { x: number; y: number; radius: number };
type Layout = { platters: [Platter, ...Platter[]]; mixer: { x: number; y: number; width: number; height: number } };

const TURN = 2 * Math.PI;
const LABEL = 0.34;
const STROBE_DOTS = 60;
/** Plain rings between the tracks of a record, as fractions of its radius. */
const gaps = [0.45, 0.56, 0.7, 0.79, 0.9];

/** The mixer is beside the turntable, below it where there is no room, and between two of them on a wide desk. */
function layoutOf(aspect: number): Layout {
  const middle = aspect / 2;
  if (aspect > 2)
    return {
      platters: [
        { x: middle - 0.68, y: 0.52, radius: 0.42 },
        { x: middle + 0.68, y: 0.52, radius: 0.42 },
      ],
      mixer: { x: middle - 0.19, y: 0.08, width: 0.38, height: 0.84 },
    };
  if (aspect > 1.2) return { platters: [{ x: 0.49, y: 0.52, radius: 0.43 }], mixer: { x: 1.04, y: 0.07, width: 0.4, height: 0.86 } };
  if (aspect > 0.9) return { platters: [{ x: 0.38, y: 0.52, radius: 0.42 }], mixer: { x: 0.87, y: 0.06, width: 0.3, height: 0.88 } };
  return { platters: [{ x: 0.3, y: 0.36, radius: 0.32 }], mixer: { x: 0.06, y: 0.76, width: 0.56, height: 0.3 } };
}

/** A turntable and a mixer from above, under one lamp. */
export const decks: Scene = ({ random, fog, aspect }) => {
  const { platters, mixer } = layoutOf(aspect);
  const lampTurn = between(random, 0, TURN);
  const needle = between(random, 0.5, 0.85);
  const mixerAt = createMixer(random, mixer);

  return (x, y) => {
    const edge = ease(1.15, 0.25, Math.hypot(((x - aspect / 2) / aspect) * 1.6, (y - 0.5) * 1.1));
    const desk = 0.12 * Math.exp(-1.2 * (x - aspect / 2) ** 2 - 1.4 * (y - 0.15) ** 2) * (0.7 + 0.6 * fog(x * 40, y * 40));
    let light: Light = [0.02 + desk, 0.01, 0];
    for (const platter of platters) light = armAt(recordAt(light, platter, x - platter.x, y - platter.y), platter, x, y);
    light = mixerAt(light, x, y);
    const shade = 0.35 + 0.65 * edge;
    return [light[0] * shade, light[1] * shade, light[2] * shade];
  };

  function recordAt(below: Light, { radius }: Platter, dx: number, dy: number): Light {
    const away = Math.hypot(dx, dy) / radius;
    if (away > 1) return away < 1.04 ? [below[0] * 0.3, below[1], 0] : below;
    const turn = Math.atan2(dy, dx);
    if (away < 0.03) return [0.2, 0, 0.9];
    if (away < LABEL) {
      const ring = Math.max(bell(away - 0.28, 0.012), bell(away - 0.16, 0.01));
      return [0.04, (0.6 + 0.18 * Math.cos(turn - lampTurn)) * (1 - 0.8 * ring), 0];
    }
    if (away > 0.955) {
      const isDot = Math.cos(turn * STROBE_DOTS) > 0.1 && Math.abs(away - 0.978) < 0.012;
      return [0.04, isDot ? 0.8 : 0, 0];
    }
    const gap = gaps.reduce((most, place) => Math.max(most, bell(away - place, 0.008)), 0);
    const shine = Math.abs(Math.cos(turn - lampTurn)) ** 18 + 0.7 * Math.abs(Math.cos(turn - lampTurn - 1.3)) ** 30;
    const track = 1 - 0.55 * gap;
    return [0.03 + 0.8 * shine * track, 0, 0.32 * shine * shine * track];
  }

  function armAt(below: Light, { x: middleX, y: middleY, radius }: Platter, x: number, y: number): Light {
    const pivot = { x: middleX + radius * 1.0, y: middleY - radius * 0.98 };
    const head = { x: middleX + radius * needle * 0.78, y: middleY + radius * needle * 0.62 };
    const [dx, dy] = [head.x - pivot.x, head.y - pivot.y];
    const long = Math.hypot(dx, dy);
    const on = ((x - pivot.x) * dx + (y - pivot.y) * dy) / (long * long);
    const off = ((x - pivot.x) * dy - (y - pivot.y) * dx) / long / radius;
    const fromPivot = Math.hypot(x - pivot.x, y - pivot.y) / radius;
    if (fromPivot < 0.15) return fromPivot < 0.08 ? [0.75, 0, 0.25] : [0.22, 0.02, 0];
    const width = on > 0.88 ? 0.05 : 0.02;
    if (on < 0 || on > 1.02) return below;
    if (Math.abs(off) < width) return [0.7 - 6 * Math.abs(off), 0, on > 0.97 ? 0.9 : 0.18];
    return Math.abs(off) < width + 0.035 ? [below[0] * 0.2, below[1] * 0.2, 0] : below;
  }
};

type Box = { x: number; y: number; width: number; height: number };
type Knob = { x: number; y: number; radius: number; cos: number; sin: number };
type Fader = { x: number; top: number; bottom: number; cap: number };
type Lamp = { x: number; y: number; level: number };

const COLUMNS = 4;
const LAMPS = 10;
const LOUD_FROM = 7;

/** Knobs above, faders below, a level meter on the right, drawn over the light below it. */
function createMixer(random: Random, box: Box): (below: Light, x: number, y: number) => Light {
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
