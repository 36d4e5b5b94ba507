import { expect, test } from 'vitest';
import { beginsWith } from './fold-name.ts';

test('a name is found by the first letters of its words, in either script, whatever the marks and cases', () => {
  expect(['ni', 'NI', 'ნი', 'nino b', 'b nino', 'Nino'].map((text) => beginsWith('Nino B', text))).toEqual(
    Array.from({ length: 6 }, () => true),
  );
  expect(['gio', 'გიო', 'ᲒᲘᲝ', 'gh'].map((text) => beginsWith('გიორგი ღ', text))).toEqual([true, true, true, true]);
  expect(beginsWith('José Á', 'jose a')).toBe(true);
});

test('the middle of a name, and words that are not in it, find nobody', () => {
  expect(['ino', 'nino x', 'nino b b'].map((text) => beginsWith('Nino B', text))).toEqual([false, false, true]);
});
