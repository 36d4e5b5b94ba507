import { expect, test } from 'vitest';
import { fitOf } from './listed-rows.tsx';

const fits = (firstName: string, initial: string, searched: readonly string[]) =>
  searched.map((text) => fitOf({ firstName, initial }, text));

test('a name is found by the first letters of its words, in either script, whatever the marks and cases', () => {
  expect(fits('Nino', 'B', ['ni', 'NI', 'ნი', 'nino b', 'b nino', ' Nino '])).toEqual([0, 0, 0, 0, 0, 0]);
  expect(fits('გიორგი', 'ღ', ['gio', 'გიო', 'ᲒᲘᲝ', 'giorgi gh'])).toEqual([0, 0, 0, 0]);
  expect(fits('José', 'Á', ['jose a', 'josé álvarez'])).toEqual([0, 0]);
});

test('a last name is found by its initial, behind those whose first name begins so', () => {
  expect(fits('Nino', 'B', ['nino beridze', 'beridze', 'b'])).toEqual([0, 1, 1]);
  expect(fits('გიორგი', 'ღ', ['ღვინიაშვილი', 'ghviniashvili', 'g'])).toEqual([1, 1, 0]);
});

test('more letters of a last name narrow the search', () => {
  expect(fits('გიორგი', 'ბერ', ['ბერიძე', 'ბე', 'გიორგი ბერ', 'ბოლ', 'გიორგი ბო'])).toEqual([1, 1, 0, undefined, undefined]);
});

test('the middle of a name, and words that are not in it, find nobody', () => {
  expect(fits('Nino', 'B', ['ino', 'nino x', 'x'])).toEqual([undefined, undefined, undefined]);
  expect(fits('Nino', '', ['b'])).toEqual([undefined]);
});
