import { MAP_SIZE, type MapPoint, type StreetMap } from '#shared/site-texts/street-map.ts';

/** A name on the map: its rows, the middle of the text or the end at which it begins, and the angle of the line in degrees. */
export type PlacedName = {
  kind: Kind;
  rows: string[];
  at: MapPoint;
  anchor: 'start' | 'middle' | 'end';
  turn: number;
};

type Kind = StreetMap['lines'][number]['kind'] | StreetMap['places'][number]['kind'];
type Spot = Omit<PlacedName, 'kind'>;
type Disc = MapPoint & { radius: number };

/** The order in which kinds are placed; within a kind the order of the description counts. A name without room is left out. */
const PRIORITY: readonly Kind[] = ['here', 'metro', 'stop', 'street', 'lane', 'park', 'water'];
/** Widths of letters in bold type, in em, a little more than their average. */
const GEORGIAN_EM = 0.68;
const LATIN_EM = 0.6;
const SPACE_EM = 0.28;
export const ROW_EM = 1.1;
/** Half the side of the symbol for the club. */
export const HOUSE = 3.4;
export const stopRadius = (fontSize: number): number => 1 + fontSize * 0.36;
const ALONG = [0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2];
const EDGE = 0.6;

/** Places the names of a map at a size of type, in units of the sheet, so that none lies on another, on the club's symbol or on a stop. */
export function placeNames(map: StreetMap, fontSize: number, clubName: string): PlacedName[] {
  const taken: Disc[] = map.places.map(({ kind, at }) => ({ ...at, radius: kind === 'here' ? HOUSE * 1.2 : stopRadius(fontSize) }));
  const wanted = [
    ...map.places.map(({ kind, name, at }) => ({
      kind,
      spots: () =>
        besideSpots(kind === 'here' ? name || clubName : name, at, (kind === 'here' ? HOUSE : stopRadius(fontSize)) + fontSize * 0.6),
    })),
    ...map.lines.map((line) => ({ kind: line.kind, spots: () => lineSpots(line, fontSize) })),
  ];
  return wanted
    .toSorted((one, other) => PRIORITY.indexOf(one.kind) - PRIORITY.indexOf(other.kind))
    .flatMap(({ kind, spots }) => {
      for (const spot of spots()) {
        const discs = discsOf(spot, fontSize);
        if (!isFree(discs, taken)) continue;
        taken.push(...discs);
        return [{ kind, ...spot }];
      }
      return [];
    });
}

/** Spots to the right, left, below and above a point. */
function besideSpots(name: string, { x, y }: MapPoint, gap: number, counts: readonly number[] = [1, 2]): Spot[] {
  if (name === '') return [];
  return counts.flatMap((rows) => {
    const text = rowsOf(name, rows);
    return [
      { rows: text, at: { x: x + gap, y }, anchor: 'start' as const, turn: 0 },
      { rows: text, at: { x: x - gap, y }, anchor: 'end' as const, turn: 0 },
      { rows: text, at: { x, y: y + gap * 1.5 }, anchor: 'middle' as const, turn: 0 },
      { rows: text, at: { x, y: y - gap * 1.5 }, anchor: 'middle' as const, turn: 0 },
    ];
  });
}

/** Spots along the straight parts, the longest first, in one row or two, and at last beside the line; for a park, in its middle. */
function lineSpots({ kind, name, points }: StreetMap['lines'][number], fontSize: number): Spot[] {
  if (name === '') return [];
  if (kind === 'park') return [{ rows: [name], at: middleOf(points), anchor: 'middle', turn: 0 }];
  const parts = partsOf(points);
  const along = [1, 2].flatMap((count) => {
    const rows = rowsOf(name, count);
    const width = widthOf(rows, fontSize);
    return parts.flatMap(({ from, to, length }) =>
      ALONG.filter((share) => Math.min(share, 1 - share) * length >= width / 2).map((share): Spot => ({
        rows,
        at: between(from, to, share),
        anchor: 'middle',
        turn: turnOf(from, to),
      })),
    );
  });
  if (kind === 'water') return along;
  const beside = parts.flatMap(({ from, to }) =>
    ALONG.flatMap((share) => besideSpots(name, between(from, to, share), fontSize * 0.6, [2, 1])),
  );
  return [...along, ...beside];
}

/** Rows of about the same length, broken at a space. */
function rowsOf(name: string, count: number): string[] {
  const pieces = name.split(' ');
  if (count === 1 || pieces.length === 1) return [name];
  const cuts = pieces.slice(1).map((_, place) => [pieces.slice(0, place + 1).join(' '), pieces.slice(place + 1).join(' ')]);
  const longest = (rows: readonly string[]) => Math.max(...rows.map(({ length }) => length));
  return cuts.toSorted((one, other) => longest(one) - longest(other))[0] ?? [name];
}

export const widthOf = (rows: readonly string[], fontSize: number): number =>
  fontSize * Math.max(...rows.map((row) => [...row].reduce((sum, letter) => sum + emOf(letter), 0)));

const emOf = (letter: string): number => (letter === ' ' ? SPACE_EM : /\p{Script=Georgian}/u.test(letter) ? GEORGIAN_EM : LATIN_EM);

/** Discs along each row: they turn with the text. */
function discsOf({ rows, at, anchor, turn }: Spot, fontSize: number): Disc[] {
  const radius = fontSize * 0.55;
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return rows.flatMap((row, place) => {
    const width = widthOf([row], fontSize);
    const begin = anchor === 'start' ? 0 : anchor === 'end' ? -width : -width / 2;
    const down = (place - (rows.length - 1) / 2) * fontSize * ROW_EM;
    const count = Math.max(1, Math.ceil(width / radius) - 1);
    return Array.from({ length: count + 1 }, (_, step) => {
      const across = begin + radius * 0.8 + ((width - radius * 1.6) * step) / count;
      return { x: at.x + across * cos - down * sin, y: at.y + across * sin + down * cos, radius };
    });
  });
}

function isFree(discs: readonly Disc[], taken: readonly Disc[]): boolean {
  return discs.every(
    ({ x, y, radius }) =>
      x >= radius + EDGE &&
      x <= MAP_SIZE.width - radius - EDGE &&
      y >= radius + EDGE &&
      y <= MAP_SIZE.height - radius - EDGE &&
      taken.every((other) => Math.hypot(other.x - x, other.y - y) >= other.radius + radius),
  );
}

type Part = { from: MapPoint; to: MapPoint; length: number };

/** The straight parts of a line that lie on the sheet, the longest first. */
function partsOf(points: readonly MapPoint[]): Part[] {
  const parts = points.slice(1).map((to, place) => onSheet(points[place] ?? to, to));
  return parts
    .map(([from, to]) => ({ from, to, length: Math.hypot(to.x - from.x, to.y - from.y) }))
    .toSorted((a, b) => b.length - a.length);
}

/** Cuts off what lies outside. */
function onSheet(from: MapPoint, to: MapPoint): readonly [MapPoint, MapPoint] {
  const [x, y] = [to.x - from.x, to.y - from.y];
  const shares = [
    [-x, from.x],
    [x, MAP_SIZE.width - from.x],
    [-y, from.y],
    [y, MAP_SIZE.height - from.y],
  ] as const;
  const enter = Math.max(0, ...shares.filter(([step]) => step < 0).map(([step, room]) => room / step));
  const leave = Math.min(1, ...shares.filter(([step]) => step > 0).map(([step, room]) => room / step));
  return enter < leave ? [between(from, to, enter), between(from, to, leave)] : [from, from];
}

const between = (from: MapPoint, to: MapPoint, share: number): MapPoint => ({
  x: from.x + (to.x - from.x) * share,
  y: from.y + (to.y - from.y) * share,
});

/** Turned so that it reads from left to right. */
function turnOf(from: MapPoint, to: MapPoint): number {
  const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  return Math.round(turn > 90 ? turn - 180 : turn < -90 ? turn + 180 : turn);
}

function middleOf(points: readonly MapPoint[]): MapPoint {
  const middle = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    x: middle(points.map(({ x }) => Math.min(MAP_SIZE.width, Math.max(0, x)))),
    y: middle(points.map(({ y }) => Math.min(MAP_SIZE.height, Math.max(0, y)))),
  };
}
