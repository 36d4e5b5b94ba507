import { expect, test } from 'vitest';
import { csvCell, csvFile, csvLine } from './staff-files.service.ts';

test.each(['=1+1', '+995 555', '-5', '@sum(a1)', '\tx', '\rx', '\nx'])('a cell that would begin a formula does not: %j', (text) => {
  expect(
    csvCell(text)
      .replace(/^"/, '')
      .startsWith(`'${text.charAt(0)}`),
  ).toBe(true);
});

test('quotes, commas and line breaks stay inside their cell', () => {
  expect(csvLine(['a "b"', 'c,d', 'e\nf', null, -4.5])).toBe('"a ""b""","c,d","e\nf",,-4.5\r\n');
});

test('a file begins with a byte order mark, so that Georgian letters are read as such', async () => {
  async function* pages() {
    yield [['ნინო', 1]];
    yield [['=cmd', 2]];
  }
  const pieces: string[] = [];
  for await (const piece of csvFile(['სტუმარი', 'n'], pages())) pieces.push(piece);
  expect(pieces.join('')).toBe("\uFEFFსტუმარი,n\r\nნინო,1\r\n'=cmd,2\r\n");
});
