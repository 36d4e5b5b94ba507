import { expect, test } from 'vitest';
import { shortestPart } from './offline-manifest-lists.ts';

test.each([
  ['Beridze', 'B'],
  ['ბერიძე', 'ბ'],
  ['  Ōta', 'Ō'],
  // A combining accent, and a letter of two code units.
  ['E\u0301luard', 'E\u0301'],
  ['𐐀lpha', '𐐀'],
  ['', ''],
])('of the only “%s” with a first name, the first letter is enough, as a reader sees it', (name, part) => {
  expect(shortestPart(name, [name])).toBe(part);
});

test('people with the same first name get as many letters of the last name as tell them apart, and no more', () => {
  const names = ['ბერიძე', 'ბერაძე', 'ბოლქვაძე', 'გელაშვილი'];
  expect(names.map((name) => shortestPart(name, names))).toEqual(['ბერი', 'ბერა', 'ბო', 'გ']);
  expect(shortestPart('Ber', ['Ber', 'Beridze'])).toBe('Ber');
  expect(shortestPart('Beridze', ['beridze', 'BERIDZE'])).toBe('B');
});
