import { expect, test } from 'vitest';
import { createRecoveryCodes, foldRecoveryCode } from './recovery-codes.ts';

test('ten different codes of 80 bits each, in groups to read aloud', () => {
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  const letters = new Set(Array.from({ length: 40 }, createRecoveryCodes).flat().join('').replaceAll('-', ''));
  expect(letters.size).toBe(32);
});

test.each([
  ['7K2M-0123-ABCD-XYZ1', '7K2M0123ABCDXYZ1'],
  [' 7k2m 0123 abcd xyz1 ', '7K2M0123ABCDXYZ1'],
  ['7k2m–o123—abcd‐xyzi', '7K2M0123ABCDXYZ1'],
  ['7K2M-0123-ABCD-XYZ', undefined],
  ['7K2M-0123-ABCD-XYZ12', undefined],
  ['7K2M-0123-ABCD-XYZU', undefined],
  ['287082', undefined],
  ['', undefined],
])('"%s" is read as %s', (typed, code) => {
  expect(foldRecoveryCode(typed)).toBe(code);
});
