import { expect, test } from 'vitest';
import { colours, scannerFills, ticketStub } from './colours.ts';
import { contrast } from './contrast.ts';
import { paletteOf, palettes, posterColours } from './covers.ts';

/** The table prints two decimals, rounded. */
function expectRatio(one: string, other: string, ratio: number): void {
  expect(Number(contrast(one, other).toFixed(2)), `${one} on ${other}`).toBe(ratio);
}

test('black on white is 21:1 and a colour on itself is 1:1', () => {
  expect(contrast('#000000', '#FFFFFF')).toBe(21);
  expect(contrast('#2F3DFF', '#2F3DFF')).toBe(1);
});

test.each([
  ['text', 17.28, 16.16, 14.77],
  ['textMuted', 9.09, 8.5, 7.77],
  ['textFaint', 5.79, 5.42, 4.95],
  ['borderControl', 5.79, 5.42, 4.95],
  ['accent', 15.09, 14.11, 12.9],
  ['ok', 11.29, 10.56, 9.65],
  ['warn', 10.76, 10.06, 9.19],
  ['danger', 7.04, 6.59, 6.02],
  ['info', 8.38, 7.84, 7.16],
] as const)('%s has the stated contrast on the page and both surfaces', (name, onPage, onSurface1, onSurface2) => {
  expectRatio(colours[name], colours.bg, onPage);
  expectRatio(colours[name], colours.surface1, onSurface1);
  expectRatio(colours[name], colours.surface2, onSurface2);
});

test('the quiet border and the hover surface have the stated contrasts', () => {
  expectRatio(colours.borderQuiet, colours.bg, 4.15);
  expectRatio(colours.borderQuiet, colours.surface1, 3.89);
  expectRatio(colours.text, colours.surface3, 13.24);
  expectRatio(colours.textMuted, colours.surface3, 6.96);
});

test('the scanner fills and the ticket stub have the stated contrasts', () => {
  expectRatio(scannerFills.accept.on, scannerFills.accept.fill, 4.81);
  expectRatio(scannerFills.reject.on, scannerFills.reject.fill, 7.33);
  expectRatio(scannerFills.noDecision.on, scannerFills.noDecision.fill, 10.74);
  expectRatio(ticketStub.on, ticketStub.fill, 19.67);
});

test.each([
  [0, 15.09, 15.09, 15.09],
  [1, 17.28, 15.09, 17.28],
  [2, 6.31, 6.31, 6.31],
  [3, 5.7, 10.33, 5.7],
  [4, 17.28, 6.31, 17.28],
  [5, 9.01, 9.01, 9.01],
  [6, 14.75, 11.05, 9.43],
  [7, 10.94, 15.31, 9.7],
  [8, 11.05, 11.05, 3],
  [9, 10.33, 10.33, 3.41],
  [10, 17.28, 11.05, 3.03],
  [11, 17.28, 6.31, 6.31],
])('palette %i has the stated contrasts', (number, onPaper, accentOnPage, dominantOnPaper) => {
  const set = paletteOf(number);
  expectRatio(posterColours[set.on], posterColours[set.paper], onPaper);
  expectRatio(posterColours[set.accent], colours.bg, accentOnPage);
  expectRatio(posterColours[set.a], posterColours[set.paper], dominantOnPaper);
});

test('every palette carries readable text, a readable accent and visible art', () => {
  for (const set of palettes) {
    expect(contrast(posterColours[set.on], posterColours[set.paper])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(posterColours[set.accent], colours.bg)).toBeGreaterThanOrEqual(4.5);
    expect(Number(contrast(posterColours[set.a], posterColours[set.paper]).toFixed(2))).toBeGreaterThanOrEqual(3);
  }
});

test('each palette is at the place of its number, and there is no thirteenth', () => {
  palettes.forEach((set, place) => expect(set.number).toBe(place));
  expect(() => paletteOf(palettes.length)).toThrow(RangeError);
});
