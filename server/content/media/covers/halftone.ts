import { pick, type Random } from '#shared/media/random.ts';
import { box, clocked, disc, type DrawFamily, filled, groundColour, type Point, thirdColour } from './svg.ts';

/** The darkness of a place, 0 to 1. The place is relative to the form's centre, in units of its radius. */
type Tone = (x: number, y: number) => number;

/** The radius of a dot in the dark, in pitches. In a poster with a life, the second plate must be visible between the dots. */
const LARGEST = { whole: 0.72, life: 0.54 };

/** A form in dots on a rotated grid, over a second plate out of register. */
export const drawHalftone: DrawFamily = ({ random, width, height, colours, plates }) => {
  const pitch = width / pick(random, [15, 18, 22]);
  const angle = (pick(random, [15, 22, 30, 45]) * Math.PI) / 180;
  const tone = pick(random, [sphere, waves, ring, sphere])(random);
  const x = clocked(width * (0.4 + random() * 0.2), width, plates);
  const y = height * (0.4 + random() * 0.2);
  const radius = Math.min(width, height) * (0.44 + random() * 0.12);
  const horizon = height / 2;
  const ground = box(0, horizon, width, height - horizon);
  const shadow = disc([x + 0.9 * pitch, y + 0.9 * pitch], radius);
  const isRound = random() < 0.6;
  // No ink where both overlap, so that the disc's outline is visible below the horizon.
  const plate = (plates || isRound ? shadow : '') + (plates || !isRound ? ground : '');
  const third = plates?.hasThird ? disc([x + (x < width / 2 ? 1 : -1) * 0.35 * radius, y - 0.4 * radius], 0.62 * radius) : '';
  const largest = plates ? LARGEST.life : LARGEST.whole;
  const dots = screen(width, height, pitch, angle).map((dot) => {
    const dotRadius = largest * pitch * Math.sqrt(tone((dot[0] - x) / radius, (dot[1] - y) / radius));
    return dotRadius < 0.1 * pitch ? '' : disc(dot, dotRadius);
  });
  return filled(plate, groundColour(colours)) + filled(third, thirdColour(colours)) + filled(dots.join(''), colours.a);
};

/** Returns the grid points from which a dot of the largest size could be visible. */
function screen(width: number, height: number, pitch: number, angle: number): Point[] {
  const [across, along] = [pitch * Math.cos(angle), pitch * Math.sin(angle)];
  const reach = Math.ceil(Math.hypot(width, height) / 2 / pitch) + 1;
  const steps = Array.from({ length: 2 * reach + 1 }, (_, place) => place - reach);
  return steps
    .flatMap((row) => steps.map((column): Point => [width / 2 + column * across - row * along, height / 2 + column * along + row * across]))
    .filter(([x, y]) => x > -pitch && x < width + pitch && y > -pitch && y < height + pitch);
}

function sphere(random: Random): Tone {
  const light = pick(random, [-0.55, 0.55]);
  return (x, y) => {
    const square = x * x + y * y;
    if (square > 1) return 0.1;
    const lit = light * x - 0.6 * y + 0.58 * Math.sqrt(1 - square);
    return 1 - 0.95 * Math.max(0, lit);
  };
}

function ring(): Tone {
  return (x, y) => {
    const away = Math.abs(Math.hypot(x, y) - 0.7) / 0.26;
    return away < 1 ? 1 - 0.9 * away : 0.14;
  };
}

function waves(random: Random): Tone {
  const across = 4 + random() * 4;
  const down = 2.4 + random() * 4.8;
  const phase = random() * 2 * Math.PI;
  return (x, y) => 0.5 + 0.48 * Math.sin(across * x + phase) * Math.cos(down * y + x);
}
