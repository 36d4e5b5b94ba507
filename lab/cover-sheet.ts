import sharp from 'sharp';
import { drawCover } from '#server/content/media/covers/cover.ts';

const [columns, rows, width, height, gap] = [10, 4, 200, 250, 10];

/** Draws the review sheet, 40 covers of neighbouring ids, as a PNG file: a person looks at it after every change of the covers. */
async function writeCoverSheet(file: string, firstId: number): Promise<void> {
  const covers = Array.from({ length: columns * rows }, (_, place) => ({
    input: Buffer.from(drawCover({ id: firstId + place, width, height })),
    left: gap + (place % columns) * (width + gap),
    top: gap + Math.floor(place / columns) * (height + gap),
  }));
  await sharp({ create: { width: gap + columns * (width + gap), height: gap + rows * (height + gap), channels: 3, background: '#000000' } })
    .composite(covers)
    .png()
    .toFile(file);
}

if (import.meta.main) {
  const [, , file, firstId = '1'] = process.argv;
  if (!file) throw new Error('Usage: npm run cover-sheet -- <file.png> [first id]');
  await writeCoverSheet(file, Number(firstId));
}
