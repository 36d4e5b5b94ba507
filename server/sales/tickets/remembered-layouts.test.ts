import { create } from 'fontkit';
import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { rememberLayouts } from './remembered-layouts.ts';

const face = async () => create(await readFile('generated/fonts/ticket-400.ttf'));

test('a word is laid out once, and changing its positions changes no other copy', async () => {
  const font = await face();
  const set = vi.spyOn(font, 'layout');
  const remembering = rememberLayouts(font);
  const fresh = font.layout('AVATAR ');
  set.mockClear();
  for (let time = 0; time < 3; time += 1) {
    const run = remembering.layout('AVATAR ');
    expect(run.positions).toEqual(fresh.positions);
    expect(run.advanceWidth).toBe(fresh.advanceWidth);
    expect(run.glyphs.map(({ id }) => id)).toEqual(fresh.glyphs.map(({ id }) => id));
    for (const position of run.positions) position.xAdvance *= 2;
    expect(run.advanceWidth).toBe(2 * fresh.advanceWidth);
  }
  expect(set).toHaveBeenCalledTimes(1);
});

test('a word that is set with features of the font is not mistaken for the plain one', async () => {
  const remembering = rememberLayouts(await face());
  const widths = () => [remembering.layout('Tonight').advanceWidth, remembering.layout('Tonight', ['smcp']).advanceWidth];
  const [plain, capitals] = widths();
  expect(capitals).not.toBe(plain);
  expect(widths()).toEqual([plain, capitals]);
});
