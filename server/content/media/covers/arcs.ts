import { pick, pickWeighted, type Random } from '#shared/media/random.ts';
import {
  arc,
  box,
  disc,
  type DrawFamily,
  filled,
  groundColour,
  line,
  type Plates,
  type Point,
  type PosterColours,
  quarterRing,
  rotation,
  round,
  stroked,
  thirdColour,
  trapped,
} from './svg.ts';

/** The arcs and stems of Georgian letters. */
export const drawArcs: DrawFamily = (composition) => (composition.random() < 0.6 ? drawTiles(composition) : drawRibbons(composition));

type Turn = 'falling' | 'rising' | 'crossing';
type Square = { x: number; y: number; side: number };

const mostCrossings = 2;

/** Truchet tiles: parallel bands that meet at every edge, like one long stroke of a pen. */
export const drawRibbons: DrawFamily = ({ random, width, height, colours, plates }) => {
  const columns = pick(random, [2, 2, 3]);
  const bands = pick(random, [3, 4, 4]);
  const side = width / columns;
  const rows = Math.ceil(height / side);
  const top = (height - rows * side) / 2;
  const band = (0.86 * side) / (2 * bands - 1);
  const offsets = Array.from({ length: bands }, (_, place) => (place - (bands - 1) / 2) * 2 * band);
  let crossings = 0;
  let squares = '';
  let strokes = '';
  for (let place = 0; place < rows * columns; place += 1) {
    const tile = { x: (place % columns) * side, y: top + Math.floor(place / columns) * side, side };
    const turn = pickTurn(random, crossings < mostCrossings);
    if (turn === 'crossing') crossings += 1;
    const square = random() < 0.2 ? (random() < 0.75 ? groundColour(colours) : colours.c) : '';
    const colour = plates ? livingSquare(place, columns, colours, plates) : square;
    if (colour) squares += trapped(box(tile.x, tile.y, side, side), colour);
    strokes += offsets.map((offset) => drawBand(tile, turn, offset)).join('');
  }
  return squares + stroked(strokes, colours.a, band);
};

/** Every second tile has the second ink; with a third plate, half of the others have the third. */
function livingSquare(place: number, columns: number, colours: PosterColours, { hasThird }: Plates): string {
  const [column, row] = [place % columns, Math.floor(place / columns)];
  if ((column + row) % 2 === 0) return groundColour(colours);
  return hasThird && row % 2 === 0 ? thirdColour(colours) : '';
}

function pickTurn(random: Random, mayCross: boolean): Turn {
  return pickWeighted(random, [
    ['falling', 4],
    ['rising', 4],
    ['crossing', mayCross ? 1.6 : 0],
  ]);
}

/** Returns the two strokes of a band, `offset` from the middles of the tile's edges. */
function drawBand({ x, y, side }: Square, turn: Turn, offset: number): string {
  const middle = side / 2 + offset;
  const [right, bottom] = [x + side, y + side];
  switch (turn) {
    case 'falling':
      return quarterRing([x, y], middle, 1, 1) + quarterRing([right, bottom], middle, -1, -1);
    case 'rising':
      return quarterRing([right, y], middle, -1, 1) + quarterRing([x, bottom], middle, 1, -1);
    case 'crossing':
      return line([x, y + middle], [right, y + middle]) + line([x + middle, y], [x + middle, bottom]);
  }
}

type Tile = { x: number; y: number; side: number; isDouble: boolean; mayBeEmpty: boolean };

/** Draws a grid of quarter-rings, discs and stems, some of them two cells wide. */
const drawTiles: DrawFamily = ({ random, width, height, colours, plates }) => {
  const columns = pick(random, [3, 4, 4, 5]);
  const bands = pick(random, [2, 3, 3, 4, 5]);
  return layTiles(random, width, height, columns)
    .map((tile, place) => drawTile(random, tile, bands, { ...colours, ground: groundOf(place, colours, plates) }))
    .join('');
};

/** One tile in three has the second ink as its ground and, with a third plate, another one the third ink. */
function groundOf(place: number, { b, c }: PosterColours, plates: Plates | undefined): string | undefined {
  if (!plates || place % 3 === 2 || (place % 3 === 1 && !plates.hasThird)) return undefined;
  return place % 3 === 0 ? b : c;
}

/** Lays tiles on the grid, centred so that both edges cut the outer rows alike; sometimes joins four free cells into one tile. */
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

type TileColours = PosterColours & { ground: string | undefined };

/** A tile of two by two cells is never plain or empty, and two empty cells never touch, because either would look like a hole. */
function drawTile(random: Random, tile: Tile, bands: number, colours: TileColours): string {
  const { x, y, side, isDouble, mayBeEmpty } = tile;
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
  const { ground } = colours;
  const below = ground && ground !== colour ? filled(box(x, y, side, side), ground) : '';
  switch (shape) {
    case 'rings':
      return below + stroked(places.map((inset) => quarterRing([x, y], side - inset, 1, 1)).join(''), colour, band, turn);
    case 'quarter':
      return (isGrounded ? filled(box(x, y, side, side), otherColour) : below) + trapped(quarterDisc([x, y], side), colour, turn);
    case 'halves':
      return below + trapped(halfDisc([x, y], side) + halfDisc([x, y + side / 2], side), colour, turn);
    case 'stems':
      return below + stroked(places.map((inset) => line([x + inset, y], [x + inset, y + side])).join(''), colour, band, turn);
    case 'disc':
      return below + filled(disc([x + side / 2, y + side / 2], side / 2), colour);
    case 'solid':
      return trapped(box(x, y, side, side), colour);
    case 'nothing':
      return below;
  }
}

function quarterDisc([x, y]: Point, radius: number): string {
  return `${arc([x + radius, y], radius, [x, y + radius], true)}L${round(x)} ${round(y)}Z`;
}

/** Path data of a half disc that hangs from its straight edge. */
function halfDisc([x, y]: Point, width: number): string {
  return `${arc([x, y], width / 2, [x + width, y], false)}Z`;
}
