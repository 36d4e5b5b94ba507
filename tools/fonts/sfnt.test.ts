import { create } from 'fontkit';
import subsetFont from 'subset-font';
import { expect, test } from 'vitest';
import { encodeCmap } from './cmap.ts';
import { cut } from './cuts.ts';
import { checksum, readTables, replaceTable } from './sfnt.ts';

const latin = async () => subsetFont(await cut('archivo', 'AB', { wght: 400 }), 'AB', { targetFormat: 'sfnt' });
const glyphOf = (font: Buffer, letter: string) => create(font).glyphForCodePoint(letter.charCodeAt(0)).id;

test('a replaced character map is what the font answers with', async () => {
  const font = await latin();
  const glyph = glyphOf(font, 'B');
  const changed = replaceTable(font, 'cmap', encodeCmap([...'QB'].map((letter) => ({ point: letter.charCodeAt(0), glyph }))));
  expect([glyphOf(changed, 'B'), glyphOf(changed, 'Q'), glyphOf(changed, 'A')]).toEqual([glyph, glyph, 0]);
});

test('the other tables keep their bytes and the whole font sums to the magic number', async () => {
  const font = await latin();
  const changed = replaceTable(font, 'cmap', encodeCmap([{ point: 65, glyph: 1 }]));
  const rest = (bytes: Buffer) => readTables(bytes).filter(({ tag }) => tag !== 'cmap' && tag !== 'head');
  expect(rest(changed)).toEqual(rest(font));
  expect(checksum(changed)).toBe(0xb1b0afba);
});

test('a table that is not there cannot be replaced', async () => {
  await expect(latin().then((font) => replaceTable(font, 'nope', Buffer.alloc(4)))).rejects.toThrow('no nope table');
});

test('format 4 and format 12 map the same points', () => {
  const cmap = encodeCmap([
    { point: 0x1c90, glyph: 7 },
    { point: 0x10d0, glyph: 7 },
  ]);
  const basic = cmap.subarray(cmap.readUInt32BE(8));
  const full = cmap.subarray(cmap.readUInt32BE(16));
  expect([basic.readUInt16BE(0), basic.readUInt16BE(6) / 2, full.readUInt16BE(0), full.readUInt32BE(12)]).toEqual([4, 3, 12, 2]);
  expect([0, 1, 2].map((group) => full.readUInt32BE(16 + 4 * group))).toEqual([0x10d0, 0x10d0, 7]);
  const ends = [0, 1, 2].map((segment) => basic.readUInt16BE(14 + 2 * segment));
  const deltas = [0, 1, 2].map((segment) => basic.readUInt16BE(16 + 12 + 2 * segment));
  expect(ends).toEqual([0x10d0, 0x1c90, 0xffff]);
  expect(ends.map((end, place) => (end + (deltas[place] ?? 0)) & 0xffff)).toEqual([7, 7, 0]);
});
