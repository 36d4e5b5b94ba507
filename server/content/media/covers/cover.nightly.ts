import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { coverRatios } from '#shared/media/covers.ts';
import { drawCover } from './cover.ts';

const COVERS = 64;

test('a cover weighs at most 6 KB after brotli and has at most 400 elements', () => {
  for (let id = 1; id <= COVERS; id += 1) {
    const svg = drawCover({ id, ...coverRatios['4x5'] });
    expect(brotliCompressSync(svg).length, `cover ${id}`).toBeLessThanOrEqual(6 * 1024);
    expect(svg.match(/<[a-z]/gi)?.length, `cover ${id}`).toBeLessThanOrEqual(400);
  }
});

test('a print of half a sale, which is the largest, weighs at most twice as much', () => {
  const hours = { startsAt: new Date('2026-11-21T19:00:00Z'), endsAt: new Date('2026-11-22T03:00:00Z') };
  for (let id = 1; id <= COVERS; id += 1) {
    const svg = drawCover({ id, ...coverRatios['4x5'], life: { state: 'sold-5', ...hours } });
    expect(brotliCompressSync(svg).length, `cover ${id}`).toBeLessThanOrEqual(12 * 1024);
  }
});
