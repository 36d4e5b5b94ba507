import type { Random } from '#shared/media/random.ts';
import { bell, between, clamp, ease, type Light, type Scene } from '../light.ts';

/** Sizes are parts of a shelf's height; `neck` and `shoulder` are heights above the board. */
type Bottle = {
  x: number;
  half: number;
  tall: number;
  shoulder: number;
  neck: number;
  thin: number;
  full: number;
  colour: 0 | 1;
  label: number;
};

const COUNTER = 0.84;
const BOARD = 0.05;
const shelvesOf = (aspect: number): number => (aspect < 1 ? 4 : aspect > 2 ? 2 : 3);

/** Bottles on shelves with a lamp strip behind each board, above a dark counter that reflects them. */
export const bar: Scene = ({ random, fog, aspect }) => {
  const count = shelvesOf(aspect);
  const high = COUNTER / count;
  const shelves = Array.from({ length: count }, () => fillShelf(random, aspect / high));
  const bright = Array.from({ length: count }, () => between(random, 0.75, 1.05));

  return (x, y) => {
    if (y < COUNTER) return shelfAt(x, y);
    const edge = bell(y - COUNTER, 0.006);
    const far = (y - COUNTER) / (1 - COUNTER);
    const [key, second] = shelfAt(x + 0.01 * (fog(x * 9, y * 40) - 0.5), COUNTER - 0.5 * (y - COUNTER) - 0.012);
    const gloss = 0.42 * (1 - far) ** 2;
    return [key * gloss + 0.75 * edge, second * gloss, 0.3 * edge];
  };

  function shelfAt(x: number, y: number): Light {
    const stored = Math.min(count - 1, Math.floor(y / high));
    const above = stored + 1 - y / high;
    if (above < BOARD) return [0, 0, 0];
    const up = above - BOARD;
    const across = x / high;
    const shade = ease(1.15, 0.35, Math.hypot((2 * x) / aspect - 1, 0.9 * (y / COUNTER - 0.75)));
    const strip = (bright[stored] ?? 1) * shade * (0.12 + 1.15 * Math.exp(-2.6 * up) + 0.3 * bell(up, 0.05));
    const glow = strip * (0.75 + 0.5 * fog(x * 4 + stored * 7, y * 5));
    const back: Light = [glow, 0, 0.75 * shade * bell(up, 0.035)];
    const bottle = shelves[stored]?.find((each) => Math.abs(across - each.x) < each.half);
    return bottle ? bottleAt(back, bottle, (across - bottle.x) / bottle.half, up, strip) : back;
  }
};

function fillShelf(random: Random, width: number): Bottle[] {
  const bottles: Bottle[] = [];
  for (let x = between(random, -0.1, 0.05); x < width;) {
    const half = between(random, 0.085, 0.14);
    const tall = between(random, 0.62, 0.88);
    const isGap = random() < 0.1;
    const shoulder = tall * between(random, 0.5, 0.62);
    if (!isGap)
      bottles.push({
        x: x + half,
        half,
        tall,
        shoulder,
        neck: shoulder + tall * between(random, 0.1, 0.2),
        thin: between(random, 0.26, 0.36),
        full: shoulder * between(random, 0.35, 1.1),
        colour: random() < 0.42 ? 1 : 0,
        label: random() < 0.6 ? between(random, 0.1, 0.18) : 0,
      });
    x += 2 * half + between(random, 0.025, 0.07);
  }
  return bottles;
}

/** Glass in front of light: dark at its edges, bright and tinted where it is full, with an opaque label. */
function bottleAt(
  back: Light,
  { tall, shoulder, neck, thin, full, colour, label }: Bottle,
  across: number,
  up: number,
  strip: number,
): Light {
  const half = up < shoulder ? 1 : thin + (1 - thin) * ease(neck, shoulder, up);
  const side = Math.abs(across) / half;
  if (side > 1 || up > tall) return back;
  const rim = ease(0.98, 0.72, side);
  if (up > tall * 0.9) return [0.05 + 0.1 * bell(across / half + 0.4, 0.3), 0, 0];
  const streak = bell(across / half + 0.55, 0.13) * ease(0.02, 0.1, up) * ease(shoulder, shoulder * 0.85, up);
  const isLabel = label > 0 && up > shoulder * 0.3 && up < shoulder * 0.3 + label * 1.6 && side < 0.86;
  if (isLabel) return [0.05 + 0.05 * streak, 0, 0];
  const isFull = up < full;
  const through = rim * strip * (isFull ? 1.15 : 0.5);
  const light: Light = [0.03, 0, 0.5 * streak * clamp(strip)];
  light[colour] += through;
  return light;
}
