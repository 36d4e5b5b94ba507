import { expect, test } from 'vitest';
import { mergeTyped } from './use-night-draft.ts';

const base = { name: 'Night', capacity: '400', day: '2026-12-04' };

test('what only one of two changed stands, whoever it was', () => {
  const merge = mergeTyped({ ...base, name: 'Mine' }, base, { ...base, capacity: '350' });
  expect(merge).toEqual({ typed: { ...base, name: 'Mine', capacity: '350' }, clashes: [], taken: ['capacity'] });
});

test('what both changed stays as it is typed, and is named', () => {
  const merge = mergeTyped({ ...base, name: 'Mine' }, base, { ...base, name: 'Theirs' });
  expect(merge).toEqual({ typed: { ...base, name: 'Mine' }, clashes: ['name'], taken: [] });
});

test('two who typed the same do not clash', () => {
  const both = { ...base, name: 'Same' };
  expect(mergeTyped(both, base, both)).toEqual({ typed: both, clashes: [], taken: [] });
});
