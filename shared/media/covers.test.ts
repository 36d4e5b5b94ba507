import { expect, test } from 'vitest';
import { colours } from './colours.ts';
import { contrast } from './contrast.ts';
import {
  chooseCover,
  coverFamilies,
  coverRatios,
  coverUrl,
  eventTheme,
  promoCovers,
  promoSets,
  palettes,
  posterColours,
  themeOf,
} from './covers.ts';

test('the promos are printed in sets 5 and 8, as blocks and as a letter', () => {
  expect(chooseCover(promoCovers.rent)).toMatchObject({ family: 'blocks', set: { number: promoSets.rent } });
  expect(chooseCover(promoCovers.play)).toMatchObject({ family: 'letter', set: { number: promoSets.play } });
});

const ids = Array.from({ length: 6000 }, (_, id) => id);

test('neighbouring events never share a family or a palette', () => {
  const choices = ids.map(chooseCover);
  for (const id of ids.slice(1)) {
    expect(choices[id]?.family).not.toBe(choices[id - 1]?.family);
    expect(choices[id]?.set.number).not.toBe(choices[id - 1]?.set.number);
  }
});

test('six events in a row from a bag border show all six families, twelve all palettes', () => {
  expect(new Set(ids.slice(600, 606).map((id) => chooseCover(id).family))).toEqual(new Set(coverFamilies));
  expect(new Set(ids.slice(600, 612).map((id) => chooseCover(id).set.number)).size).toBe(palettes.length);
});

test('an event lends the colours of its palette, and its accent where the paper is coal', () => {
  for (const id of ids.slice(0, 24)) {
    const { set } = chooseCover(id);
    const isCoal = set.paper === 'coal';
    expect(eventTheme(id)).toEqual({
      paper: posterColours[isCoal ? set.accent : set.paper],
      on: posterColours[isCoal ? 'coal' : set.on],
      accent: posterColours[set.accent],
      second: posterColours[isCoal ? 'coal' : set.a],
    });
  }
});

test('every palette lends a paper that can be seen on the wall and read on', () => {
  for (const set of palettes) {
    const { paper, on, second } = themeOf(set);
    expect(paper).not.toBe(colours.bg);
    expect(second).not.toBe(paper);
    expect(contrast(on, paper)).toBeGreaterThanOrEqual(4.5);
  }
});

test('the default cover is Phase in set 1', () => {
  expect(chooseCover('default')).toMatchObject({ family: 'phase', set: { number: 1 } });
});

test('an id as text chooses as its number does, and any other text chooses by its hash', () => {
  expect(chooseCover('17')).toEqual(chooseCover(17));
  expect(chooseCover('rentals')).toEqual(chooseCover('rentals'));
  expect(chooseCover('rentals').seed).not.toBe(chooseCover('gallery').seed);
  expect(Number.isSafeInteger(chooseCover('9'.repeat(40)).seed)).toBe(true);
});

test('a cover address carries version, id and ratio', () => {
  expect(coverUrl(7, '4x5')).toBe('/media/covers/v3/7/4x5.svg');
  expect(coverUrl('a/b', '2x1')).toBe('/media/covers/v3/a%2Fb/2x1.svg');
});

test('every ratio name states the proportion of its size', () => {
  for (const [name, { width, height }] of Object.entries(coverRatios)) {
    const [across = 0, down = 0] = name.split('x').map(Number);
    expect(width / height).toBeCloseTo(across / down, 1);
  }
});
