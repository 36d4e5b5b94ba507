import { expect, test } from 'vitest';
import { checkCharacters } from './characters.ts';

test.each(['\u0000', 'a\u0007b', '\u007f', '\u0085', '\ud800', 'x\udc00'])('%j is refused wherever it stands', (text) => {
  for (const input of [text, [text], { name: text }, { [text]: 1 }, { a: [{ b: text }] }])
    expect(() => checkCharacters(input)).toThrow('invalid_characters');
});

test('line breaks, tabs, Georgian and emoji pass', () => {
  expect(() => checkCharacters({ text: 'ღამე\n\tRkali 🎛️', list: [1, null, true] })).not.toThrow();
});

test('a very deep input is refused instead of overflowing the stack', () => {
  let deep: unknown = 'x';
  for (let level = 0; level < 5_000; level += 1) deep = [deep];
  expect(() => checkCharacters(deep)).toThrow('invalid_input');
});
