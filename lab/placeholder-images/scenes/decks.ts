import { bell, between, ease, type Light, type Scene } from '../light.ts';
import { createMixer } from './mixer.ts';

type Platter = { x: number; y: number; radius: number };
type Layout = { platters: [Platter, ...Platter[]]; mixer: { x: number; y: number; width: number; height: number } };

const TURN = 2 * Math.PI;
const LABEL = 0.34;
const STROBE_DOTS = 60;
/** Quiet rings between the tracks of a record, as parts of its radius. */
const gaps = [0.45, 0.56, 0.7, 0.79, 0.9];

/** The mixer stands beside the turntable, below it where there is no room, and between two of them on a wide desk. */
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
