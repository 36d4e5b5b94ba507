import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'fontkit';
import { expect, test } from 'vitest';
import { createTestFolder } from '#tests/setup/folder.ts';
import { LARI, LATIN, LATIN_EXTENDED, MKHEDRULI, MTAVRULI, TOGGLE } from './fonts/character-sets.ts';
import { cutFonts, type CutName } from './fonts/cuts.ts';
import { measureDisplayWidths } from './fonts/display-widths.ts';
import { fallbackFaces, shippedFaces } from './fonts/faces.ts';
import { writeFonts } from './fonts.ts';

const cuts = await cutFonts();
const font = (name: CutName) => create(cuts[name]);
const points = (characters: string) => [...characters].map((character) => character.codePointAt(0) ?? 0);

test('every Mkhedruli letter and its Mtavruli partner show the same capital in the Georgian display face', () => {
  const face = font('display-ka');
  const everyday = points(MKHEDRULI).map((point) => face.glyphForCodePoint(point).id);
  const capitals = points(MTAVRULI).map((point) => face.glyphForCodePoint(point).id);
  expect(everyday).toEqual(capitals);
  expect(everyday).not.toContain(0);
  expect(new Set(everyday).size).toBe(33);
});

test('the letters of the Georgian display face all reach capital height and none goes below the line', () => {
  const face = font('display-ka');
  for (const point of points(MKHEDRULI)) {
    const { bbox } = face.glyphForCodePoint(point);
    expect(bbox.maxY).toBeGreaterThan(700);
    expect(bbox.minY).toBeGreaterThanOrEqual(-10);
  }
});

test('the Georgian text face keeps everyday letters and capitals apart', () => {
  const face = font('text-ka');
  const ids = points(MKHEDRULI + MTAVRULI).map((point) => face.glyphForCodePoint(point).id);
  expect(new Set(ids).size).toBe(66);
  expect(ids).not.toContain(0);
});

test.each([
  ['display-latin', LATIN],
  ['text-latin', LATIN],
  ['display-latin-ext', LATIN_EXTENDED],
  ['text-latin-ext', LATIN_EXTENDED],
  ['lari', LARI],
  ['ka-toggle', TOGGLE],
] as const)('%s has a glyph for every character it promises', (name, characters) => {
  const face = font(name);
  expect([...characters].filter((character) => !face.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))).toEqual([]);
});

test('the lari sign comes from its own file only', () => {
  const names: CutName[] = ['display-latin', 'display-latin-ext', 'display-ka', 'text-latin', 'text-latin-ext', 'text-ka', 'ka-toggle'];
  expect(names.filter((name) => font(name).hasGlyphForCodePoint(0x20be))).toEqual([]);
});

test('text figures can be set in equal widths', () => {
  const face = font('text-latin');
  const widths = [...'0123456789'].map((figure) => face.layout(figure, ['tnum']).advanceWidth);
  expect(new Set(widths).size).toBe(1);
});

test('the width table shows Georgian letters at 96 percent of the capital', async () => {
  const { advances } = await measureDisplayWidths(cuts);
  const widthOf = (letter: string) => Number(Object.keys(advances).find((em) => advances[em]?.includes(letter)));
  const face = font('display-ka');
  for (const [place, letter] of [...MTAVRULI].entries()) {
    const { advanceWidth } = face.glyphForCodePoint(MKHEDRULI.charCodeAt(place));
    expect(widthOf(letter)).toBeCloseTo((0.96 * advanceWidth) / face.unitsPerEm, 5);
  }
});

test('every file is swapped in, addressed beside the style sheet and fetched for its own characters only', () => {
  const rules = shippedFaces(cuts);
  expect(rules.map((rule) => rule.match(/url\('\.\/(.+)\.woff2'\)/)?.[1]).sort()).toEqual(Object.keys(cuts).sort());
  for (const rule of rules) {
    expect(rule).toContain('font-display: swap;');
    expect(rule).toMatch(/unicode-range: U\+/);
  }
  expect(rules.filter((rule) => rule.includes('U+20BE'))).toHaveLength(1);
});

test("every face has Archivo's line height, whichever file arrives first", async () => {
  const share = (rule: string, descriptor: string) => Number(rule.match(new RegExp(`${descriptor}: ([\\d.]+)%`))?.[1] ?? NaN) / 100;
  const archivo = font('display-latin');
  const rules = [...shippedFaces(cuts), ...(await fallbackFaces(cuts))].filter((rule) => rule.includes('override'));
  expect(rules).toHaveLength(17);
  for (const rule of rules) {
    const size = rule.includes('size-adjust') ? share(rule, 'size-adjust') : 1;
    expect(size * share(rule, 'ascent-override')).toBeCloseTo(archivo.ascent / archivo.unitsPerEm, 3);
    expect(size * share(rule, 'descent-override')).toBeCloseTo(-archivo.descent / archivo.unitsPerEm, 3);
    expect(share(rule, 'line-gap-override')).toBe(0);
  }
});

test('two runs write the same bytes', async () => {
  const folder = createTestFolder();
  const digest = async () => {
    await writeFonts(folder);
    const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const hash = createHash('sha256');
    for (const path of files.map((file) => join(file.parentPath, file.name)).sort()) hash.update(path).update(await readFile(path));
    return { files: files.length, hash: hash.digest('hex') };
  };
  const first = await digest();
  expect(first.files).toBe(13);
  expect(await digest()).toEqual(first);
});
