import { expect, test } from 'vitest';
import { capitalized } from './scan-text.ts';

test('a reason on its own begins with a capital; Georgian has none and is unchanged', () => {
  expect(['already used', 'უკვე გამოყენებულია'].map(capitalized)).toEqual(['Already used', 'უკვე გამოყენებულია']);
});
