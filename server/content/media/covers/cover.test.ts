import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { chooseCover, coverFamilies, coverRatios, paletteOf, palettes, posterColours } from '#shared/media/covers.ts';
import { drawCover } from './cover.ts';

const goldenIds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 123_456_789, 'default'];
const firstIds = Array.from({ length: 64 }, (_, place) => place + 1);
const card = coverRatios['4x5'];

function fingerprint(svg: string): { length: number; sha256: string } {
  return { length: svg.length, sha256: createHash('sha256').update(svg).digest('hex') };
}

test('the golden covers are the same to the byte on every machine', async () => {
  const covers = goldenIds.map((id) => {
    const ratios = Object.entries(coverRatios).map(([ratio, size]) => [ratio, fingerprint(drawCover({ id, ...size }))]);
    return { id, family: chooseCover(id).family, ratios: Object.fromEntries(ratios) };
  });
  expect(new Set(covers.map(({ family }) => family))).toEqual(new Set(coverFamilies));
  await expect(`${JSON.stringify(covers, null, 1)}\n`).toMatchFileSnapshot('./cover.golden.json');
});

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
