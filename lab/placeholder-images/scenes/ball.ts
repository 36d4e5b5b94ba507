import { createRandom, type Random } from '#shared/media/random.ts';
import { bell, between, clamp, ease, type Light, type Scene } from '../light.ts';

type Chip = { x: number; y: number; size: number; cos: number; sin: number; light: number; colour: 0 | 1 };

const BELTS = 18;
const CHIPS_PER_AREA = 52;
/** The directions of the ball's four broad rays. */
const rays = [
  [-0.9, -0.6],
  [0.8, 0.9],
  [-0.7, 1],
  [1, -0.5],
].map(([x = 0, y = 0]) => ({ x: x / Math.hypot(x, y), y: y / Math.hypot(x, y) }));

/** A mirror ball of flat facets that throws chips of light on the wall behind it. */
export const ball: Scene = ({ random, fog, aspect }) => {
  const radius = Math.min(0.36, aspect * 0.38);
  const [middleX, middleY] = [aspect * between(random, 0.44, 0.58), 0.46];
  const chips = Array.from({ length: Math.round(CHIPS_PER_AREA * aspect) }, () => createChip(random, aspect));
  const glitter = Float64Array.from({ length: 4096 }, createRandom(Math.floor(random() * 2 ** 32)));

  return (x, y) => {
    const [dx, dy] = [x - middleX, y - middleY];
    const away = Math.hypot(dx, dy) / radius;
    if (away < 1) return facetLight(dx / radius, dy / radius);
    if (Math.abs(dx) < 0.004 && y < middleY) return [0.12, 0, 0.05];
    const light: Light = [0.02 * fog(x * 2, y * 2) + 0.05 * Math.exp(-3 * (dx * dx + dy * dy)), 0, 0];
    for (const chip of chips) addChip(light, chip, x - chip.x, y - chip.y);
    for (const ray of rays) {
      const along = dx * ray.x + dy * ray.y;
      if (away > 1.06 && along > 0.9 * radius)
        light[0] += 0.13 * Math.exp(-1.6 * along) * bell(dx * ray.y - dy * ray.x, Math.sqrt(0.0006 * (1 + 6 * along)));
    }
    return light;
  };

  function facetLight(x: number, y: number): Light {
    const latitude = (Math.asin(clamp(y, -1, 1)) / Math.PI) * BELTS;
    const belt = Math.floor(latitude);
    const facing = ((belt + 0.5) / BELTS) * Math.PI;
    const count = Math.max(3, Math.round(Math.cos(facing) * BELTS * 2));
    const longitude = (Math.atan2(x, Math.sqrt(Math.max(0, 1 - x * x - y * y))) / (2 * Math.PI)) * count;
    const facet = Math.floor(longitude);
    const turn = ((facet + 0.5) / count) * 2 * Math.PI;
    const normal = { x: Math.cos(facing) * Math.sin(turn), y: Math.sin(facing), z: Math.cos(facing) * Math.cos(turn) };
    // The direction in which the facet reflects the line of sight.
    const seen = { x: 2 * normal.z * normal.x, y: 2 * normal.z * normal.y, z: 2 * normal.z * normal.z - 1 };
    const chance = glitter[((belt + BELTS) * 97 + (facet + 2 * BELTS) * 31) % glitter.length] ?? 0;
    const room = 0.25 + 0.75 * fog(seen.x * 3 + 9, seen.y * 3 + 4);
    const keyLamp = Math.max(0, -0.55 * seen.x - 0.6 * seen.y + 0.55 * seen.z) ** 6;
    const secondLamp = Math.max(0, 0.8 * seen.x + 0.2 * seen.y + 0.4 * seen.z) ** 8;
    const limb = 1 - normal.z;
    const joint = seam(latitude - belt) * seam(longitude - facet);
    return [
      (0.1 + 0.95 * room * chance ** 2 + 0.22 * limb + 1.3 * keyLamp) * joint,
      (1.1 * secondLamp + 0.12 * chance) * joint,
      (1.4 * keyLamp * keyLamp + (chance > 0.93 ? 0.5 : 0)) * joint,
    ];
  }
};

/** Dark at both ends of a facet. */
const seam = (place: number): number => ease(0, 0.09, place) * ease(1, 0.91, place);

function createChip(random: Random, aspect: number): Chip {
  const turn = random() * 2 * Math.PI;
  const light = random();
  return {
    x: random() * aspect,
    y: random(),
    size: between(random, 0.009, 0.024),
    cos: Math.cos(turn),
    sin: Math.sin(turn),
    light: 0.2 + 0.6 * light,
    colour: light < 0.7 ? 0 : 1,
  };
}

function addChip(light: Light, { size, cos, sin, light: power, colour }: Chip, dx: number, dy: number): void {
  if (Math.abs(dx) > 0.08 || Math.abs(dy) > 0.08) return;
  const reach = Math.max(Math.abs(dx * cos + dy * sin) / (1.7 * size), Math.abs(dy * cos - dx * sin) / size);
  light[colour] += power * ease(1.25, 0.75, reach);
}
