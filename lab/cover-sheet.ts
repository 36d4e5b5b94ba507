import sharp, { type OverlayOptions } from 'sharp';
import { drawCover } from '#server/content/media/covers/cover.ts';
import type { CoverState } from '#shared/media/cover-state.ts';
import { coverFamilies } from '#shared/media/covers.ts';

const [columns, width, height, gap] = [10, 200, 250, 10];
const ROWS = { review: 4, life: coverFamilies.length };

const HOURS = { startsAt: new Date('2026-11-21T23:00:00+04:00'), endsAt: new Date('2026-11-22T07:00:00+04:00') };

/** A poster's life from left to right: the proof, the sale, the whole print, the running event, the morning after, and the final state. */
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

/**
 * Draws the review sheet, 40 covers of neighbouring ids, as a PNG file for a look after every change of the covers. With `isLife`: one
 * cover of each family in ten states.
 */
export async function writeCoverSheet(file: string, firstId: number, isLife: boolean): Promise<void> {
  const rows = isLife ? ROWS.life : ROWS.review;
  const covers = Array.from({ length: columns * rows }, (_, place): OverlayOptions => {
    const [column, row] = [place % columns, Math.floor(place / columns)];
    const state = isLife ? LIFE[column] : undefined;
    const svg = drawCover({
      id: firstId + (isLife ? row : place),
      width,
      height,
      family: isLife ? coverFamilies[row] : undefined,
      life: state && { ...HOURS, state },
    });
    return { input: Buffer.from(svg), left: gap + column * (width + gap), top: gap + row * (height + gap) };
  });
  await sharp({ create: { width: gap + columns * (width + gap), height: gap + rows * (height + gap), channels: 3, background: '#000000' } })
    .composite(covers)
    .png()
    .toFile(file);
}

if (import.meta.main) {
  const [, , file, firstId = '1', life] = process.argv;
  if (!file) throw new Error('Usage: npm run cover-sheet -- <file.png> [first id] [life]');
  await writeCoverSheet(file, Number(firstId), life === 'life');
}
