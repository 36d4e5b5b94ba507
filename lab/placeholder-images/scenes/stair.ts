import { bell, between, ease, type Light, type Scene } from '../light.ts';

/** In metres: the eye is at the foot of the stair, which leads up to a door with light behind it. */
const STEPS = 13;
const RISE = 0.17;
const GOING = 0.36;
const EYE = 1.05;
const DOOR_HIGH = 2.1;
const CEILING = 2.5;
const ZOOM = 0.92;
const HORIZON = 0.6;

/** Where a line of sight meets a step: the distance, and the position along its riser or tread from 0 to 1. */
type Hit = { step: number; z: number; y: number; isRiser: boolean };

/** A stair between two walls, a strip of light under every step, a lit door at its end. */
export const stair: Scene = ({ random, fog, aspect }) => {
  const wide = between(random, 1.05, 1.3) * Math.min(1.25, Math.max(0.8, aspect));
  const near = between(random, 1.5, 1.8);
  const middle = aspect * between(random, 0.44, 0.56);
  const landing = { y: STEPS * RISE - EYE, z: near + STEPS * GOING };
  const door = { z: landing.z + 1.4, half: 0.62 };

  return (u, v) => {
    const [right, up] = [(u - middle) / ZOOM, (HORIZON - v) / ZOOM];
    const wall = wide / Math.abs(right);
    const flight = stepAt(up, wall);
    if (flight) return stepLight(flight, right * flight.z, u, v);
    const far = Math.min(wall, up > 0 ? (landing.y + CEILING) / up : Number.POSITIVE_INFINITY, door.z);
    return far === door.z
      ? endLight(right * far, up * far, u, v)
      : sideLight({ x: right * far, y: up * far, z: far, isWall: far === wall }, u, v);
  };

  /** The first riser or tread that the line of sight meets before the wall. */
  function stepAt(up: number, wall: number): Hit | undefined {
    for (let step = 0; step < STEPS; step++) {
      const z = near + step * GOING;
      const [foot, top] = [step * RISE - EYE, (step + 1) * RISE - EYE];
      if (z > wall) return undefined;
      const y = up * z;
      if (y < foot) return floorAt(foot, up, step, wall);
      if (y <= top) return { step, z, y: (y - foot) / RISE, isRiser: true };
      const next = step === STEPS - 1 ? door.z : z + GOING;
      const onTread = top < 0 && up < 0 ? top / up : Number.POSITIVE_INFINITY;
      if (onTread >= z && onTread < next && onTread < wall) return { step, z: onTread, y: (onTread - z) / GOING, isRiser: false };
    }
    return undefined;
  }

  function floorAt(foot: number, up: number, step: number, wall: number): Hit | undefined {
    const z = foot / up;
    return z < wall ? { step: step - 1, z, y: 1 + (z - near) / GOING, isRiser: false } : undefined;
  }

  function stepLight({ step, z, y, isRiser }: Hit, x: number, u: number, v: number): Light {
    const rough = 0.7 + 0.6 * fog(u * 14, v * 14);
    const along = 0.75 + 0.25 * bell(x, wide * 0.8);
    const dim = Math.exp(-0.035 * z * step);
    if (isRiser) {
      const below = (1 - y) * RISE;
      const strip = bell(below - 0.02, 0.012);
      return [(0.95 * Math.exp(-11 * below) * rough + 0.6 * strip) * along * dim, 0, 0.8 * strip * along * dim];
    }
    const toRiser = Math.max(0, 1 - y);
    return [0.55 * Math.exp(-2.2 * toRiser) * rough * along * dim, 0, 0];
  }

  /** Walls and ceiling: the strips light the wall near the steps; the door lights them from the end. */
  function sideLight({ x, y, z, isWall }: { x: number; y: number; z: number; isWall: boolean }, u: number, v: number): Light {
    const rough = 0.6 + 0.8 * fog(u * 8 + 3, v * 8);
    const stepHeight = Math.max(0, Math.min(STEPS, (z - near) / GOING)) * RISE - EYE;
    const above = y - stepHeight;
    const wash = isWall && z > near - 0.4 ? 0.6 * Math.exp(-3.4 * Math.max(0, above)) : 0;
    const rail = isWall ? bell(above - 0.95, 0.022) * ease(near - 0.6, near + 0.2, z) : 0;
    const fromDoor = 0.9 / (1 + 0.5 * ((door.z - z) ** 2 + (x * 0.6) ** 2));
    return [wash * rough + 0.25 * rail, fromDoor * rough + 0.75 * rail, 0];
  }

  function endLight(x: number, y: number, u: number, v: number): Light {
    const above = y - landing.y;
    const isDoor = Math.abs(x) < door.half && above > 0 && above < DOOR_HIGH;
    const away = Math.max(Math.abs(x) - door.half, above - DOOR_HIGH, 0);
    if (!isDoor) return [0, 0.75 * Math.exp(-2.2 * away) * (0.6 + 0.7 * fog(u * 6, v * 6)), 0];
    return [0, 1.5, 0.35 + 0.8 * bell(above - DOOR_HIGH * 0.45, 0.7)];
  }
};
