import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { coverLetters, mtavruliOutline } from '#server/content/media/covers/letter.ts';
import { readMtavruliOutlines } from './mtavruli-outlines.ts';

test('the outlines in use are those of the installed font, to the byte', async () => {
  const inUse = await readFile(new URL('../generated/mtavruli-outlines.json', import.meta.url), 'utf8');
  expect(await readMtavruliOutlines()).toBe(inUse);
});

test('there is an outline for each of the 33 capitals, of cap height and drawn inside its bounds', () => {
  for (const letter of [...coverLetters, 'Ი']) {
    const { path, left, bottom, right, top } = mtavruliOutline(letter);
    expect(path).toMatch(/^M[-\d. MLQCZ]+Z$/);
    expect(top).toBeGreaterThan(700);
    expect(right - left).toBeGreaterThan(300);
    expect(bottom).toBeLessThanOrEqual(0);
  }
  expect(new Set(coverLetters).size).toBe(32);
  expect(() => mtavruliOutline('A')).toThrow(RangeError);
});
