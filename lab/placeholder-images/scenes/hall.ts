import { bell, between, ease, wrap, type Light, type Scene } from '../light.ts';

type Point = { x: number; y: number; z: number };

/** Approximately in metres: the eye is between two rows of columns and looks along z towards the lamp. */
const BAY = 1.9;
const ROW = 1.3;
const FLOOR = -1.2;
const CEILING = 1.75;
const WALL = 2.9;
const STEPS = 80;
const REACH = 30;
const NEAR = 0.004;
const ZOOM = 1.55;
const HORIZON = 0.54;

/** Two rows of columns against a lamp at the far end, whose light fans out between them; small lamps light the outer walls. */
export const hall: Scene = ({ random, fog, aspect }) => {
  const half = between(random, 0.15, 0.2);
  // A wide picture shows both rows, so the eye is between them.
  const eye: Point = { x: between(random, -0.5, 0.5) * (aspect > 2 ? 0.3 : 1), y: 0, z: between(random, -0.15, 0.15) * BAY };
  const lamp: Point = { x: 0, y: between(random, -0.15, 0.2), z: eye.z + between(random, 13, 17) };

  const distance = ({ x, y, z }: Point): number => {
    const column = Math.max(Math.abs(Math.abs(x) - ROW) - half, Math.abs(wrap(z, BAY) - BAY / 2) - half);
    return Math.min(column, y - FLOOR, CEILING - y, WALL - Math.abs(x));
  };

  /** The share of the lamp that is visible from a point: none behind a column. */
  const lampSeen = ({ x, z }: Point): number => {
    const side = Math.abs(x);
    if (side < ROW - half + 10 * NEAR) return 1;
    const crossing = z + (lamp.z - z) * Math.max(0, (side - ROW) / side);
    return ease(half - 0.04, half + 0.12, Math.abs(wrap(crossing, BAY) - BAY / 2));
  };

  return (u, v) => {
    const [right, up] = [(u - aspect / 2) * ZOOM, (HORIZON - v) * ZOOM];
    const long = Math.hypot(right, up, 1);
    const ray: Point = { x: right / long, y: up / long, z: 1 / long };
    const light: Light = [0, 0, 0];

    let gone = 0.02;
    let at = along(eye, ray, gone);
    let isHit = false;
    for (let step = 0; step < STEPS && gone < REACH && !isHit; step++) {
      const free = distance(at);
      isHit = free < NEAR;
      const haze = 0.5 + fog(at.x * 0.7 + at.z * 0.2, at.y * 0.8 + 3);
      light[0] += (free * 0.022 * haze) / (1 + 0.02 * ((lamp.z - at.z) ** 2 + (2 * at.x) ** 2 + (2 * at.y) ** 2));
      gone += Math.max(free * 0.9, NEAR);
      at = along(eye, ray, gone);
    }
    if (isHit) addSurface(light, at, ray, gone);
    addLampDisc(light, right, up);
    return light;
  };

  function addSurface(light: Light, at: Point, ray: Point, gone: number): void {
    const normal = normalAt(at);
    const rough = 0.5 + 0.8 * fog(at.x * 4 + at.z * 3, at.y * 4 + at.z);
    const toLamp = { x: lamp.x - at.x, y: lamp.y - at.y, z: lamp.z - at.z };
    const far = Math.hypot(toLamp.x, toLamp.y, toLamp.z);
    const seen = lampSeen(at);
    const dull = Math.max(0, dot(normal, toLamp) / far);
    if (dull > 0) light[0] += (0.5 + dull) * seen * rough * 1.7 * Math.exp(-0.2 * far);
    if (normal.y > 0.9) {
      const thrown = { x: ray.x, y: -ray.y, z: ray.z };
      const gloss = Math.max(0, dot(thrown, toLamp) / far) ** 60;
      light[0] += gloss * seen * rough * 0.75;
    }
    if (Math.abs(normal.x) > 0.9 && Math.abs(at.x) > WALL - 0.1) light[1] += wallWash(at) * rough * Math.exp(-0.07 * gone);
    else
      light[1] +=
        (0.35 * Math.max(0, normal.x * Math.sign(at.x)) + (normal.y > 0.9 ? 0.22 : 0.05)) *
        wallWash({ ...at, y: FLOOR }) *
        nearWall(at) *
        rough;
  }

  function addLampDisc(light: Light, right: number, up: number): void {
    const away = Math.hypot(right - (lamp.x - eye.x) / (lamp.z - eye.z), up - (lamp.y - eye.y) / (lamp.z - eye.z));
    light[2] += 1.4 * bell(away, 0.07);
    light[0] += 0.55 * bell(away, 0.2);
  }

  function normalAt(at: Point): Point {
    const step = 0.01;
    const x = distance({ x: at.x + step, y: at.y, z: at.z }) - distance({ x: at.x - step, y: at.y, z: at.z });
    const y = distance({ x: at.x, y: at.y + step, z: at.z }) - distance({ x: at.x, y: at.y - step, z: at.z });
    const z = distance({ x: at.x, y: at.y, z: at.z + step }) - distance({ x: at.x, y: at.y, z: at.z - step });
    const long = Math.hypot(x, y, z) || 1;
    return { x: x / long, y: y / long, z: z / long };
  }
};

/** Lamps on the floor light the outer walls from below, one in every bay. */
const wallWash = ({ y, z }: Point): number => 1.5 * Math.exp(-0.75 * (y - FLOOR)) * (0.3 + 0.7 * bell(wrap(z, BAY) - BAY / 2, BAY * 0.34));
const nearWall = ({ x }: Point): number => ease(ROW - 0.6, WALL, Math.abs(x));

const along = (from: Point, ray: Point, far: number): Point => ({
  x: from.x + ray.x * far,
  y: from.y + ray.y * far,
  z: from.z + ray.z * far,
});
const dot = (one: Point, other: Point): number => one.x * other.x + one.y * other.y + one.z * other.z;
