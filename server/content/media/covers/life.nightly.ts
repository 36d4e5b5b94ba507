import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { CoverState } from '#shared/media/cover-state.ts';
import { coverFamilies, type CoverFamily } from '#shared/media/covers.ts';
import { drawCover } from './cover.ts';

const HOURS = { startsAt: new Date('2026-11-21T19:00:00Z'), endsAt: new Date('2026-11-22T03:00:00Z') };
/** The smallest card, and one as wide as a phone's poster. */
const SIZES = [
  { width: 112, height: 140 },
  { width: 300, height: 375 },
];
const COVERS = 12;
/** The states of a poster's life, in order. */
const LIFE: CoverState[] = [
  'announced',
  'sold-0',
  'sold-3',
  'sold-7',
  'sold-out',
  'half-hour-0',
  'half-hour-8',
  'half-hour-14',
  'morning',
  'over',
];
/** The smallest difference between two levels of a colour that a person sees. */
const SEEN = 40;
const LEAST_SHARE = 0.05;

async function pixelsOf(family: CoverFamily, id: number, state: CoverState, size: { width: number; height: number }): Promise<Buffer> {
  const svg = drawCover({ id, ...size, family, life: { state, ...HOURS } });
  return sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer();
}

function shareOfDifferent(one: Buffer, other: Buffer): number {
  let different = 0;
  for (let at = 0; at < one.length; at += 3) {
    if ([0, 1, 2].some((channel) => Math.abs((one[at + channel] ?? 0) - (other[at + channel] ?? 0)) > SEEN)) different += 1;
  }
  return different / (one.length / 3);
}

test.each(coverFamilies)('two neighbouring states of %s differ at a glance, on the smallest card too', async (family) => {
  const alike: string[] = [];
  for (const size of SIZES) {
    for (let id = 1; id <= COVERS; id += 1) {
      const prints = await Promise.all(LIFE.map((state) => pixelsOf(family, id, state, size)));
      for (const [place, print] of prints.entries()) {
        const next = prints[place + 1];
        const share = next ? shareOfDifferent(print, next) : 1;
        if (share < LEAST_SHARE) alike.push(`${id} ${size.width}px ${LIFE[place]}–${LIFE[place + 1]}: ${(100 * share).toFixed(1)} %`);
      }
    }
  }
  expect(alike).toEqual([]);
});
