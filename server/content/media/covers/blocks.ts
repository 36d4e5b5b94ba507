import { pick, type Random } from '#shared/media/random.ts';
import { clocked, disc, type DrawFamily, filled, type Point, polygon } from './svg.ts';

/** A beam, with sizes in blocks; its near lower corner has its largest x and y. */
type Beam = { x: number; y: number; z: number; lengthX: number; lengthY: number };
type Project = (x: number, y: number, z: number) => Point;
type Faces = { top: string; left: string; right: string; slit: string };

const thickness = 1.5;
const storey = 1.25;
/** A sun that shows the time must be visible above the blocks. */
const LIVING_SUN = 1.5;
const cosine30 = Math.sqrt(3) / 2;

/** Stacked beams in axonometry, after Tbilisi's modernist blocks. */
export const drawBlocks: DrawFamily = ({ random, width, height, colours, plates }) => {
  const block = width / pick(random, [9, 10, 12]);
  const project: Project = (x, y, z) => [width / 2 + (x - y) * cosine30 * block, 0.62 * height + ((x + y) / 2 - z) * block];
  const faces = { top: colours.b, left: colours.a, right: colours.c === colours.paper ? colours.a : colours.c, slit: colours.paper };
  const hasSun = random() < 0.6 || plates !== undefined;
  const sun = hasSun
    ? disc(
        [clocked(width * (0.2 + random() * 0.6), width, plates), height * (0.12 + random() * 0.2)],
        width * (0.09 + random() * 0.12) * (plates ? LIVING_SUN : 1),
      )
    : '';
  const beams = stack(random, (0.12 * height) / block).map((beam) => drawBeam(beam, project, faces));
  return filled(sun, plates?.hasThird ? colours.c : colours.b) + beams.join('');
};

/** Five to seven layers around a middle height, alternately crosswise, in painter's order: bottom to top, back to front. */
function stack(random: Random, middle: number): Beam[] {
  const layers = pick(random, [5, 6, 7]);
  const beamLength = pick(random, [5, 6, 7]);
  return Array.from({ length: layers }, (_, layer) =>
    layBeams(random, layer % 2 === 0, middle + (layer - layers / 2) * storey, beamLength),
  ).flat();
}

/** Parallel beams from back to front; a few are missing, but at least two remain to support the stack. */
function layBeams(random: Random, isAlongX: boolean, z: number, beamLength: number): Beam[] {
  const rows = pick(random, [
    [-3.2, 1.4],
    [-3.4, -0.6, 2.2],
  ]);
  const standing = rows.filter(() => random() >= 0.18);
  const beams = (standing.length < 2 ? rows.slice(-2) : standing).map((across): Beam => {
    const along = -beamLength / 2 + (random() - 0.5) * 4;
    return isAlongX
      ? { x: along, y: across, z, lengthX: beamLength, lengthY: thickness }
      : { x: across, y: along, z, lengthX: thickness, lengthY: beamLength };
  });
  return beams.toSorted((one, other) => one.x + one.y - other.x - other.y);
}

function drawBeam({ x, y, z, lengthX, lengthY }: Beam, project: Project, faces: Faces): string {
  const [right, front, roof] = [x + lengthX, y + lengthY, z + storey];
  const top = polygon(project(x, y, roof), project(right, y, roof), project(right, front, roof), project(x, front, roof));
  const leftWall = (from: number, to: number, low: number, high: number) =>
    polygon(
      project(x + from, front, z + high),
      project(x + to, front, z + high),
      project(x + to, front, z + low),
      project(x + from, front, z + low),
    );
  const rightWall = (from: number, to: number, low: number, high: number) =>
    polygon(
      project(right, y + from, z + high),
      project(right, y + to, z + high),
      project(right, y + to, z + low),
      project(right, y + from, z + low),
    );
  return (
    filled(top, faces.top) +
    filled(leftWall(0, lengthX, 0, storey), faces.left) +
    filled(rightWall(0, lengthY, 0, storey), faces.right) +
    filled(slits(leftWall, lengthX) + slits(rightWall, lengthY), faces.slit)
  );
}

/** Two rows of windows along a wall, three windows to two units. */
function slits(wall: (from: number, to: number, low: number, high: number) => string, wallLength: number): string {
  const step = wallLength / Math.round(wallLength * 1.5);
  const windows = Array.from({ length: Math.round(wallLength * 1.5) }, (_, place) => place * step);
  return [0.22 * storey, 0.6 * storey]
    .flatMap((low) => windows.map((start) => wall(start + 0.3 * step, start + 0.72 * step, low, low + 0.2 * storey)))
    .join('');
}
