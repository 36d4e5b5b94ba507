import { expect, test } from 'vitest';
import { DECISIONS, letterOf, SKIP_KEY, UNDO_KEY } from './use-verification.ts';

const press = { key: 'v', code: 'KeyV', ctrlKey: false, metaKey: false, altKey: false, repeat: false };

test('a letter is read in both cases and from a Georgian keyboard', () => {
  expect(letterOf(press)).toBe('V');
  expect(letterOf({ ...press, key: 'V' })).toBe('V');
  expect(letterOf({ ...press, key: 'ვ' })).toBe('V');
  expect(letterOf({ ...press, key: 'w', code: 'KeyZ' })).toBe('W');
});

test.each([
  { ctrlKey: true },
  { metaKey: true },
  { altKey: true },
  { repeat: true },
  { key: 'Enter', code: 'Enter' },
  { key: '1', code: 'Digit1' },
])('with %o nothing is decided', (change) => {
  expect(letterOf({ ...press, ...change })).toBeUndefined();
});

test('every key means one thing', () => {
  const keys = [...DECISIONS.map(({ key }) => key), SKIP_KEY, UNDO_KEY];
  expect(new Set(keys).size).toBe(keys.length);
});
