import { expect, test } from 'vitest';
import { LANGUAGES } from '#shared/constants.ts';
import en from '#shared/locales/en/pages.json' with { type: 'json' };
import ka from '#shared/locales/ka/pages.json' with { type: 'json' };
import { MAP_SIZE, readStreetMap } from '#shared/site-texts/street-map.ts';
import { placeNames, type PlacedName, ROW_EM, widthOf } from './street-names.ts';

const PHONE = 4.2;
const WIDE = 2.2;
const texts = { en: en.about.map, ka: ka.about.map };
const looks = LANGUAGES.flatMap((language) => [PHONE, WIDE].map((size) => [language, size] as const));

const mapOf = (text: string) => readStreetMap(text) ?? { lines: [], places: [] };
const placed = (language: 'en' | 'ka', size: number) => placeNames(mapOf(texts[language]), size, language === 'ka' ? 'რკალი' : 'Rkali');
const textsOf = (names: PlacedName[]) => names.map(({ rows }) => rows.join(' '));

type Point = readonly [x: number, y: number];

/** The corners of the letters of a name, without the air above and below them. */
function cornersOf({ rows, at, anchor, turn }: PlacedName, size: number): Point[] {
  const width = widthOf(rows, size) * 0.9;
  const left = anchor === 'start' ? 0 : anchor === 'end' ? -width : -width / 2;
  const half = ((rows.length - 1) * ROW_EM * size + size * 0.7) / 2;
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const corners: Point[] = [
    [left, -half],
    [left + width, -half],
    [left + width, half],
    [left, half],
  ];
  return corners.map(([x, y]) => [at.x + x * cos - y * sin, at.y + x * sin + y * cos]);
}

/** Two rectangles are apart if a line along one of their edges parts them. */
function overlap(one: Point[], other: Point[]): boolean {
  return [one, other].every((box) =>
    box.every(([x, y], place) => {
      const [nextX, nextY] = box[(place + 1) % box.length] ?? [x, y];
      const across = ([px, py]: Point) => px * (nextY - y) - py * (nextX - x);
      const [ours, theirs] = [one.map(across), other.map(across)];
      return Math.max(...ours) > Math.min(...theirs) && Math.max(...theirs) > Math.min(...ours);
    }),
  );
}

test.each(looks)('no name lies on another or leaves the sheet, in %s at %d units', (language, size) => {
  const boxes = placed(language, size).map((name) => cornersOf(name, size));
  for (const [place, box] of boxes.entries()) {
    for (const other of boxes.slice(place + 1)) expect(overlap(box, other), `${JSON.stringify(box)} ${JSON.stringify(other)}`).toBe(false);
    for (const [x, y] of box) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(MAP_SIZE.width);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(MAP_SIZE.height);
    }
  }
});

test.each(looks)('the house, the ways there and the lane of the side door are named, in %s at %d units', (language, size) => {
  const expected =
    language === 'ka'
      ? ['რკალი', 'ხიდის მოედანი', 'ღამის ავტობუსი', 'თაღის ქუჩა', 'წისქვილის შესახვევი']
      : ['Rkali', 'Bridge Square', 'Night bus', 'Arch Street', 'Mill Lane'];
  expect(textsOf(placed(language, size))).toEqual(expect.arrayContaining(expected));
});

test('a name without room is left out, the less important one', () => {
  const map = mapOf('lane Long Lane Behind: 10 50, 40 50\nstreet Long Street Before: 10 50, 40 50\nhere: 90 55');
  const crowded = {
    ...map,
    places: [
      ...map.places,
      ...Array.from({ length: 12 }, (_, row) => ({ kind: 'stop' as const, name: 'A stop with a long name', at: { x: 50, y: row * 5 } })),
    ],
  };
  const names = textsOf(placeNames(crowded, PHONE, 'Rkali'));
  expect(names).toContain('Rkali');
  expect(names).not.toContain('Long Lane Behind');
});
