import { pick, pickWeighted } from '#shared/media/random.ts';
import type { Random } from '#shared/media/random.ts';
import type { DrawFamily, PosterColours } from './composition.ts';
import { arc, box, disc, filled, line, quarterRing, rotation, round, stroked, trapped } from './svg.ts';
import type { Point } from './svg.ts';

type Tile = { x: number; y: number; side: number; isDouble: boolean; mayBeEmpty: boolean };

/** A grid of quarter-rings, discs and stems, some of them two cells wide. */
export const drawTiles: DrawFamily = ({ random, width, height, colours }) => {
  const columns = pick(random, [3, 4, 4, 5]);
  const bands = pick(random, [2, 3, 3, 4, 5]);
  return layTiles(random, width, height, columns)
    .map((tile) => drawTile(random, tile, bands, colours))
    .join('');
};

/** Scans the grid, centred so that both edges cut the outer rows alike, and joins four free cells into one tile now and then. */
function layTiles(random: Random, width: number, height: number, columns: number): Tile[] {
  const cell = width / columns;
  const rows = Math.ceil(height / cell);
  const top = (height - rows * cell) / 2;
  const taken = new Set<number>();
  const tiles: Tile[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const place = row * columns + column;
      if (taken.has(place)) continue;
      const hasRoom = column < columns - 1 && row < rows - 1 && !taken.has(place + 1);
      const isDouble = random() < 0.34 && hasRoom;
      if (isDouble) [place + 1, place + columns, place + columns + 1].forEach((other) => taken.add(other));
      const mayBeEmpty = !isDouble && (row + column) % 2 === 0;
      tiles.push({ x: column * cell, y: top + row * cell, side: isDouble ? 2 * cell : cell, isDouble, mayBeEmpty });
    }
  }
  return tiles;
}

/** No tile of two by two cells is flat or empty, and no two empty cells meet: either would read as a hole. */
function drawTile(random: Random, { x, y, side, isDouble, mayBeEmpty }: Tile, bands: number, colours: PosterColours): string {
  const shape = pickWeighted(random, [
    ['rings', isDouble ? 6 : 4],
    ['quarter', 2.2],
    ['halves', 1],
    ['stems', 1.2],
    ['disc', 0.8],
    ['solid', isDouble ? 0 : 0.5],
    ['nothing', mayBeEmpty ? 0.9 : 0],
  ]);
  const colour = pickWeighted(random, [
    [colours.a, 6],
    [colours.b, 2.4],
    [colours.c, 0.5],
  ]);
  const otherColour = colour === colours.a ? colours.b : colours.a;
  const isGrounded = random() < 0.5;
  const turn = rotation(pick(random, [0, 90, 180, 270]), [x + side / 2, y + side / 2]);
  const band = side / (2 * bands);
  const places = Array.from({ length: bands }, (_, place) => (2 * place + 0.5) * band);
  switch (shape) {
    case 'rings':
      return stroked(places.map((inset) => quarterRing([x, y], side - inset, 1, 1)).join(''), colour, band, turn);
    case 'quarter':
      return (isGrounded ? filled(box(x, y, side, side), otherColour) : '') + trapped(quarterDisc([x, y], side), colour, turn);
    case 'halves':
      return trapped(halfDisc([x, y], side) + halfDisc([x, y + side / 2], side), colour, turn);
    case 'stems':
      return stroked(places.map((inset) => line([x + inset, y], [x + inset, y + side])).join(''), colour, band, turn);
    case 'disc':
      return filled(disc([x + side / 2, y + side / 2], side / 2), colour);
    case 'solid':
      return trapped(box(x, y, side, side), colour);
    case 'nothing':
      return '';
  }
}

function quarterDisc([x, y]: Point, radius: number): string {
  return `${arc([x + radius, y], radius, [x, y + radius], true)}L${round(x)} ${round(y)}Z`;
}

/** A half disc that hangs from its straight edge. */
function halfDisc([x, y]: Point, width: number): string {
  return `${arc([x, y], width / 2, [x + width, y], false)}Z`;
}
