import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contrast } from '#shared/media/contrast.ts';
import type { CoverState } from '#shared/media/cover-state.ts';
import {
  chooseCover,
  coverFamilies,
  type CoverFamily,
  coverRatios,
  coverVersion,
  paletteOf,
  palettes,
  posterColours,
  themeOf,
} from '#shared/media/covers.ts';
import { drawCover } from './cover.ts';

const firstIds = Array.from({ length: 64 }, (_, place) => place + 1);
const card = coverRatios['4x5'];

test('a cover drawn again is the same to the byte', () => {
  for (const id of firstIds) expect(drawCover({ id, ...card })).toBe(drawCover({ id, ...card }));
});

test.each(Object.entries(coverRatios))('every family is composed for %s with whole, finite numbers', (_, { width, height }) => {
  const units = Math.round((1000 * height) / width) / 10;
  for (const family of coverFamilies) {
    for (const id of firstIds.slice(0, 12)) {
      const svg = drawCover({ id, width, height, family });
      expect(svg).toContain(`viewBox="0 0 100 ${units}" width="${width}" height="${height}"`);
      expect(svg).not.toMatch(/NaN|Infinity|undefined|-0(?![.\d])|\de/);
    }
  }
});

test.each(coverFamilies)('%s is composed anew for another ratio', (family) => {
  const art = Object.values(coverRatios).map((size) => drawCover({ id: 7, ...size, family }).replace(/^<svg[^>]*>/, ''));
  expect(new Set(art).size).toBe(art.length);
});

test('a cover is printed on the paper of its set, in no other colours than those of the set', () => {
  for (const { number } of palettes) {
    const { paper, a, b, c } = paletteOf(number);
    for (const family of coverFamilies) {
      const svg = drawCover({ id: 7, ...card, family, set: number });
      expect(svg).toMatch(new RegExp(`^<svg[^>]*><path fill="${posterColours[paper]}"`));
      const used = svg.match(/#[0-9A-F]{6}/g) ?? [];
      expect([posterColours[paper], posterColours[a], posterColours[b], posterColours[c]]).toEqual(expect.arrayContaining(used));
    }
  }
});

test('a Letter cover shows the first Georgian letter of the name, in either case, but not ი', () => {
  const letterCover = (letter?: string) => drawCover({ id: 7, ...card, family: 'letter', letter });
  expect(letterCover('ღამე')).toBe(letterCover('Ღ'));
  expect(letterCover('DJ №1: ღამე')).toBe(letterCover('Ღ'));
  expect(letterCover('იალბუზი')).toBe(letterCover('Ა'));
  expect(letterCover('ღამე')).not.toBe(letterCover('ამაღამ'));
});

test('a name without a Georgian letter gets a seeded one', () => {
  const withLetter = (letter?: string) => drawCover({ id: 7, ...card, family: 'letter', letter });
  expect(withLetter('Techno')).toBe(withLetter());
  expect(withLetter('ი')).toBe(withLetter());
});

test('a name changes no cover but a Letter cover', () => {
  for (const family of coverFamilies.filter((other) => other !== 'letter')) {
    expect(drawCover({ id: 7, ...card, family, letter: 'ღამე' })).toBe(drawCover({ id: 7, ...card, family }));
  }
});

test('the cover of no event is Phase in set 1', () => {
  expect(drawCover({ id: 'default', ...card })).toBe(drawCover({ id: 'default', ...card, family: 'phase', set: 1 }));
});

const HOURS = { startsAt: new Date('2026-11-21T19:00:00Z'), endsAt: new Date('2026-11-22T03:00:00Z') };
const inState = (state: CoverState, family: CoverFamily, id = 7) => drawCover({ id, ...card, family, life: { state, ...HOURS } });
const coloursIn = (svg: string) => new Set(svg.match(/#[0-9A-F]{6}/g));

test('a proof is printed in one ink, a sale adds the second, and the rare one comes with the last ticket', () => {
  for (const family of coverFamilies) {
    for (const id of firstIds.slice(0, 12)) {
      const { set } = chooseCover(id);
      const { a, b, c } = set;
      const [second, rare] = [posterColours[b], posterColours[c]];
      expect(coloursIn(inState('announced', family, id)).size, `${family} ${id}`).toBe(2);
      expect(coloursIn(inState('announced', family, id)).has(themeOf(set).paper)).toBe(true);
      expect(coloursIn(inState('sold-3', family, id)).has(posterColours[a])).toBe(true);
      expect(coloursIn(inState('sold-9', family, id)).size, `${family} ${id}`).toBe(3);
      const whole = coloursIn(inState('sold-out', family, id));
      expect([whole.has(second), whole.has(rare)], `${family} ${id}`).toEqual([true, true]);
      expect(coloursIn(inState('edition-5', family, id)).size, `${family} ${id}`).toBe(3);
    }
  }
});

test.each(palettes)('a proof of set $number is no dark hole: its ink stands out from its paper', (set) => {
  for (const family of coverFamilies) {
    const proof = drawCover({ id: 9, ...card, family, set: set.number, life: { state: 'announced', ...HOURS } });
    const [paper = '', ink = ''] = coloursIn(proof);
    expect(paper).toBe(themeOf(set).paper);
    expect(contrast(ink, paper), family).toBeGreaterThan(set.paper === 'coal' ? 6 : 1.8);
  }
});

/** Neighbours show all six families. */
const sheetIds = [6, 7, 8, 9, 10, 11, 123_456_789, 'default'];
const sheetStates = ['announced', 'sold-3', 'sold-out', 'half-hour-8', 'morning', 'over', 'edition-5'] as const;

test('the covers of a version are the same to the byte on every machine; other bytes need another version', async () => {
  expect(new Set(sheetIds.map((id) => chooseCover(id).family))).toEqual(new Set(coverFamilies));
  const hash = (...svgs: string[]) => createHash('sha256').update(svgs.join('\n')).digest('hex').slice(0, 16);
  const rows = sheetIds.map((id) => {
    const whole = Object.values(coverRatios).map((size) => drawCover({ id, ...size }));
    const states = sheetStates.map((state) => [state, hash(drawCover({ id, ...card, life: { state, ...HOURS } }))]);
    return [`${id} ${chooseCover(id).family}`, { whole: hash(...whole), ...Object.fromEntries(states) }];
  });
  await expect(`${JSON.stringify(Object.fromEntries(rows), null, 1)}\n`).toMatchFileSnapshot(`./covers.${coverVersion}.golden.json`);
});

test.each(coverFamilies)('%s has another print in every state, the same on every machine', (family) => {
  const tenths = Array.from({ length: 10 }, (_, place) => `sold-${place}` as const);
  const hours = Array.from({ length: 8 }, (_, place) => `half-hour-${place}` as const);
  const states = ['announced', ...tenths, 'sold-out', ...hours, 'morning', 'over', 'edition-5'] as const;
  for (const id of firstIds.slice(0, 12)) {
    const prints = states.map((state) => inState(state, family, id));
    expect(new Set(prints).size, `cover ${id}`).toBe(prints.length);
    expect(prints.join('')).not.toMatch(/NaN|Infinity|undefined|-0(?![.\d])/);
  }
});

test('a poster that is over is grey, but for the stamp of its day', () => {
  for (const family of coverFamilies) {
    const svg = inState('over', family);
    const [art = '', stamp = ''] = svg.split(/(?=<g transform="rotate)/).slice(-2);
    for (const colour of coloursIn(art)) expect(colour).toMatch(/^#(..)\1\1$/);
    expect(stamp.match(/<path d="[^"]+" transform="translate/g)).toHaveLength('21.11.26'.length);
  }
});

test('a Phase poster is the clock: its shape goes from the left edge at the start to the right one at the end', () => {
  const left = (state: CoverState) => Number(/<clipPath id="shape"><path d="M(-?[\d.]+)/.exec(inState(state, 'phase', 6))?.[1]);
  const way = (['half-hour-0', 'half-hour-4', 'half-hour-8', 'half-hour-16'] as const).map(left);
  const [start = 0, quarter = 0, middle = 0, end = 0] = way;
  expect(quarter - start).toBeCloseTo(25, 0);
  expect(middle - start).toBeCloseTo(50, 0);
  expect(end - start).toBeCloseTo(100, 0);
});
