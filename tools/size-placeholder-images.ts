import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { pictureFile } from '#shared/gallery/pictures.ts';
import { widthsOf } from '#server/content/gallery/picture-decoder.ts';
import list from '#server/content/gallery/placeholder-images/index.json' with { type: 'json' };

const masters = join(import.meta.dirname, '../server/content/gallery/placeholder-images');
const folder = join(import.meta.dirname, '../generated/placeholder-images');

/** Fast, because set-up waits for it: a quarter of the time of a photo's AVIF and a smaller file; halftone dots hide the difference. */
const AVIF = { quality: 44, effort: 0 } as const;

/** Writes the narrower AVIFs of the placeholder images, so that the first start shows every picture at once. */
async function writeNarrower(file: string): Promise<void> {
  const { data, info } = await sharp(join(masters, `${file}.avif`))
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const width of widthsOf(info).filter((each) => each < info.width)) {
    const target = join(folder, pictureFile(file, width, 'avif'));
    await sharp(data, { raw: info }).resize({ width }).avif(AVIF).toFile(target);
  }
}

await mkdir(folder, { recursive: true });
await Promise.all(list.map(({ file }) => writeNarrower(file)));
