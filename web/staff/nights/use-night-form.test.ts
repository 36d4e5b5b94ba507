import { expect, test } from 'vitest';
import { emptyNight } from './typed-night.ts';
import { mergeTyped } from './use-night-form.ts';

const base = { ...emptyNight(new Date('2026-11-20T18:00:00+04:00')), name: 'Night', capacity: '400' };

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
