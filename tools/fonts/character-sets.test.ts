import { expect, test } from 'vitest';
import { MKHEDRULI, MTAVRULI, unicodeRange } from './character-sets.ts';

test('a unicode range joins neighbours and leaves single characters alone', () => {
  expect(unicodeRange('cabz₾a')).toBe('U+61-63, U+7A, U+20BE');
});

test('the capitals stand in the order of the alphabet', () => {
  expect(MKHEDRULI.toUpperCase()).toBe(MTAVRULI);
});
