import { expect, test } from 'vitest';
import { initialOf } from './offline-manifest-lists.ts';

test.each([
  ['Beridze', 'B'],
  ['ბერიძე', 'ბ'],
  ['  Ōta', 'Ō'],
  // A combining accent, and a letter of two code units.
  ['E\u0301luard', 'E\u0301'],
  ['𐐀lpha', '𐐀'],
  ['', ''],
])('the initial of “%s” is its first letter as a reader sees it', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
