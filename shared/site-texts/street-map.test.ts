import { expect, test } from 'vitest';
import en from '#shared/locales/en/pages.json' with { type: 'json' };
import ka from '#shared/locales/ka/pages.json' with { type: 'json' };
import { readStreetMap } from './street-map.ts';

test('a map is read row by row, with or without names', () => {
  expect(readStreetMap('street Arch Street: 8 64, 52 30.5\n\n water: 0 0, -5 10,20 20\nmetro Bridge: 40 16\nhere: 56 35')).toEqual({
    lines: [
      {
        kind: 'street',
        name: 'Arch Street',
        points: [
          { x: 8, y: 64 },
          { x: 52, y: 30.5 },
        ],
      },
      {
        kind: 'water',
        name: '',
        points: [
          { x: 0, y: 0 },
          { x: -5, y: 10 },
          { x: 20, y: 20 },
        ],
      },
    ],
    places: [
      { kind: 'metro', name: 'Bridge', at: { x: 40, y: 16 } },
      { kind: 'here', name: '', at: { x: 56, y: 35 } },
    ],
  });
  expect(readStreetMap('')).toEqual({ lines: [], places: [] });
});

test.each([
  ['a word that is none', 'road Arch: 1 1, 2 2'],
  ['a street with one point', 'street Arch: 1 1'],
  ['a metro with two', 'metro Arch: 1 1, 2 2'],
  ['a point with one number', 'street Arch: 1, 2 2'],
  ['a point with three', 'here: 1 2 3'],
  ['a point far outside', 'here: 900 2'],
  ['no colon', 'here 1 2'],
  ['letters for numbers', 'here: a b'],
  ['a name that is too long', `street ${'x'.repeat(41)}: 1 1, 2 2`],
  ['too many points', `street: ${Array.from({ length: 21 }, () => '1 1').join(',')}`],
  ['too many rows', 'here: 1 1\n'.repeat(61)],
])('%s is refused', (_, text) => {
  expect(readStreetMap(text)).toBeUndefined();
});

test('the standard maps are whole, and the same in both languages but for the names', () => {
  const shape = (text: string) => {
    const map = readStreetMap(text);
    return map && [map.lines.map(({ kind, points }) => ({ kind, points })), map.places.map(({ kind, at }) => ({ kind, at }))];
  };
  expect(shape(en.about.map)).toBeDefined();
  expect(shape(en.about.map)).toEqual(shape(ka.about.map));
});
