import { pick, type Random } from '#shared/media/random.ts';
import { clocked, disc, type DrawFamily, filled, groundColour, type Point, polygon, thirdColour } from './svg.ts';

type Circle = { x: number; y: number; radius: number };
type Warp = (point: Point) => Point;
type Sizes = { width: number; height: number; cell: number };

const HEART = 0.62;

/** A checkerboard that is bulged, pinched, twisted or waved. */
export const drawWarp: DrawFamily = ({ random, width, height, colours, plates }) => {
  const cell = width / pick(random, [10, 12, 14]);
  const mode = pick(random, ['bulge', 'pinch', 'twist', 'wave']);
  const circle = {
    x: clocked((width * (1 + random())) / 3, width, plates),
    y: (height * (1 + random())) / 3,
    radius: Math.min(width, height) * (0.45 + random() * 0.15),
  };
  const strength = 0.55 + random() * 0.25;
  const isTwoInks = random() < 0.6 && mode !== 'wave';
  const warp = mode === 'wave' ? wave(random, { width, height, cell }) : within(circle, mode, strength);
  const isInside = (x: number, y: number) => Math.hypot(x - circle.x, y - circle.y) < 0.98 * circle.radius;
  let [outside, inside] = ['', ''];
  for (const [x, y] of darkCells({ width, height, cell })) {
    const square = polygon(...outline(x, y, cell).map(warp));
    if (isTwoInks && isInside(x + cell / 2, y + cell / 2)) inside += square;
    else outside += square;
  }
  // Only cells of one ink need the second plate; cells of two inks already show it.
  const ground = plates && !isTwoInks ? filled(disc([circle.x, circle.y], circle.radius), groundColour(colours)) : '';
  const third = isTwoInks ? colours.c : thirdColour(colours);
  const heart = plates?.hasThird ? filled(disc([circle.x, circle.y], HEART * circle.radius), third) : '';
  return ground + heart + filled(outside, colours.a) + filled(inside, colours.b);
};

/** Returns the corners of every second cell of a centred board, with one extra cell on each side, which a warp may pull in. */
function darkCells({ width, height, cell }: Sizes): Point[] {
  const places = (count: number) => Array.from({ length: count + 2 }, (_, place) => place - 1);
  const rows = Math.ceil(height / cell);
  const top = (height - rows * cell) / 2;
  return places(rows)
    .flatMap((row) => places(Math.round(width / cell)).map((column): Point => [column, row]))
    .filter(([column, row]) => (column + row) % 2 === 0)
    .map(([column, row]): Point => [column * cell, top + row * cell]);
}

/** Returns a cell's outline clockwise, three points to an edge. */
function outline(x: number, y: number, cell: number): Point[] {
  const steps = [0, cell / 3, (2 * cell) / 3];
  return [
    ...steps.map((step): Point => [x + step, y]),
    ...steps.map((step): Point => [x + cell, y + step]),
    ...steps.map((step): Point => [x + cell - step, y + cell]),
    ...steps.map((step): Point => [x, y + cell - step]),
  ];
}

function within({ x: centreX, y: centreY, radius }: Circle, mode: 'bulge' | 'pinch' | 'twist', strength: number): Warp {
  return ([x, y]) => {
    const [right, down] = [x - centreX, y - centreY];
    const away = Math.hypot(right, down) / radius;
    if (away === 0 || away >= 1) return [x, y];
    if (mode === 'twist') {
      const angle = (1 - away) * (1 - away) * 4 * strength;
      const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
      return [centreX + right * cos - down * sin, centreY + right * sin + down * cos];
    }
    const scale = Math.pow(away, mode === 'bulge' ? 1 - 0.62 * strength : 1 + strength) / away;
    return [centreX + right * scale, centreY + down * scale];
  };
}

/** Each axis swings by nine tenths of a cell along a sine of the other, of a wavelength at which cells never fold over. */
function wave(random: Random, { width, height, cell }: Sizes): Warp {
  const phase = random() * 2 * Math.PI;
  const downTurn = (1.2 * 2 * Math.PI) / Math.max(width, height);
  const acrossTurn = (2 * Math.PI) / width;
  return ([x, y]) => [x + 0.9 * cell * Math.sin(downTurn * y + phase), y + 0.9 * cell * Math.sin(acrossTurn * x + phase)];
}
