/** The size of the sheet on which the streets are drawn; points may lie a little outside. */
export const MAP_SIZE = { width: 100, height: 60 } as const;

const LINES = ['street', 'lane', 'water', 'park'] as const;
const PLACES = ['metro', 'stop', 'here'] as const;

export type MapPoint = { x: number; y: number };
type Line = { kind: (typeof LINES)[number]; name: string; points: MapPoint[] };
type Place = { kind: (typeof PLACES)[number]; name: string; at: MapPoint };
export type StreetMap = { lines: Line[]; places: Place[] };

const ROWS_MAX = 60;
const POINTS_MAX = 20;
const NAME_MAX = 40;
const OUTSIDE = 20;
const ROW = new RegExp(`^(${[...LINES, ...PLACES].join('|')})(?: ([^:]{1,${NAME_MAX}}))?:([-\\d., ]+)$`);

/**
 * Reads a map as the club writes it, one row per item: `street Arch Street: 8 64, 52 30, 105 24`, points as `x y` from the upper left
 * corner. A park has its corners; `metro`, `stop` and `here` (the house) have one point. Undefined if a row is none of these.
 */
export function readStreetMap(text: string): StreetMap | undefined {
  const rows = text.split('\n').filter((row) => row.trim() !== '');
  const map: StreetMap = { lines: [], places: [] };
  for (const row of rows) if (!readRow(row.trim(), map)) return undefined;
  return rows.length <= ROWS_MAX ? map : undefined;
}

function readRow(row: string, map: StreetMap): boolean {
  const [, kind = '', name = '', list = ''] = ROW.exec(row) ?? [];
  const points = list.split(',').flatMap((pair) => readPoint(pair) ?? []);
  const [at] = points;
  const line = LINES.find((each) => each === kind);
  const place = PLACES.find((each) => each === kind);
  const isWhole = at !== undefined && points.length === list.split(',').length && points.length <= POINTS_MAX;
  if (!isWhole) return false;
  if (line && points.length > 1) return map.lines.push({ kind: line, name: name.trim(), points }) > 0;
  return place !== undefined && points.length === 1 && map.places.push({ kind: place, name: name.trim(), at }) > 0;
}

function readPoint(pair: string): MapPoint | undefined {
  const [x = NaN, y = NaN, ...rest] = pair.trim().split(/ +/).map(Number);
  const isInside = x >= -OUTSIDE && x <= MAP_SIZE.width + OUTSIDE && y >= -OUTSIDE && y <= MAP_SIZE.height + OUTSIDE;
  return isInside && rest.length === 0 ? { x, y } : undefined;
}
