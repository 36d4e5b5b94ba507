import { pick, pickWeighted } from '#shared/media/random.ts';
import type { Random } from '#shared/media/random.ts';
import { groundColour } from './composition.ts';
import type { DrawFamily } from './composition.ts';
import { box, line, quarterRing, stroked, trapped } from './svg.ts';

type Turn = 'falling' | 'rising' | 'crossing';
type Tile = { x: number; y: number; side: number };

const mostCrossings = 2;

/** Truchet tiles: parallel bands that meet at every edge, like one long stroke of the pen. */
export const drawRibbons: DrawFamily = ({ random, width, height, colours }) => {
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
    if (random() < 0.2) squares += trapped(box(tile.x, tile.y, side, side), random() < 0.75 ? groundColour(colours) : colours.c);
    strokes += offsets.map((offset) => drawBand(tile, turn, offset)).join('');
  }
  return squares + stroked(strokes, colours.a, band);
};

function pickTurn(random: Random, mayCross: boolean): Turn {
  return pickWeighted(random, [
    ['falling', 4],
    ['rising', 4],
    ['crossing', mayCross ? 1.6 : 0],
  ]);
}

/** The two strokes of one band, `offset` away from the middles of the tile's edges. */
function drawBand({ x, y, side }: Tile, turn: Turn, offset: number): string {
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
