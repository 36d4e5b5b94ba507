import { expect, test } from 'vitest';
import { fromBase64url, toBase64url } from './base64url.ts';

test('bytes are written and read again', () => {
  const all = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (let length = 0; length <= all.length; length += 1) {
    const bytes = all.slice(all.length - length);
    expect(toBase64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'));
    expect(fromBase64url(toBase64url(bytes))).toEqual(bytes);
  }
});

test.each([
  ['padding', 'AAA='],
  ['letters of plain base64', 'AA+/'],
  ['blanks', 'AA AA'],
  ['a length that no bytes have', 'AAAAA'],
  ['spare bits that are set', 'AB'],
])('a text with %s is none', (_, text) => {
  expect(fromBase64url(text)).toBeUndefined();
});
