import { create } from 'fontkit';
import { expect, test } from 'vitest';
import { cut, cutFonts } from './cuts.ts';
import { fallbackFaces } from './faces.ts';
import { ARIAL, LOWERCASE, type SystemFont } from './system-fonts.ts';

const rules = await fallbackFaces(await cutFonts());

const english = 'the night starts at eleven and the doors stay open until the morning comes over the river';

const widthIn = ({ advances }: SystemFont, text: string): number =>
  [...text].reduce((sum, letter) => sum + (advances[LOWERCASE.letters.indexOf(letter)] ?? 0), 0) / 1000;

test('a sentence in the fallback face is as wide as in ours within two percent', async () => {
  const ours = create(await cut('archivo', LOWERCASE.letters, { wght: 400 }));
  const width = ours.layout(english).advanceWidth / ours.unitsPerEm;
  const sizeAdjust = Number(rules[0]?.match(/size-adjust: ([\d.]+)%/)?.[1]) / 100;
  const fallback = widthIn(ARIAL, english) * sizeAdjust;
  expect(Math.abs(fallback / width - 1)).toBeLessThan(0.02);
});

test('fallback faces name fonts of the machine only', () => {
  for (const rule of rules) expect(rule).not.toContain('url(');
});
