import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { fillWhole } from '#server/files/fill-whole.ts';
import { PICTURE_FORMATS, PICTURE_WIDTHS, pictureFile, type PictureFormat } from '#shared/gallery/picture-files.ts';
import { nightPrints, type Print } from './night-prints/prints.ts';
import { renderPrint } from './night-prints/render.ts';

const encoders: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 40, effort: 2, chromaSubsampling: '4:4:4' }),
  webp: (picture) => picture.webp({ quality: 70 }),
  jpg: (picture) => picture.jpeg({ quality: 70 }),
};

/** Makes the pictures that a folder lacks and tells of every one that is there, whole, in their order. */
export async function makeNightPrints(folder: string, onReady: (print: Print & { widths: number[] }) => void): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const print of nightPrints) {
    const widths = PICTURE_WIDTHS.filter((width) => width <= print.width);
    for (const width of widths) await makeWidth(folder, print, width);
    onReady({ ...print, widths });
  }
}

/** A halftone cannot be scaled without a pattern of its own, so every width is printed anew. */
async function makeWidth(folder: string, print: Print, width: number): Promise<void> {
  const missing = PICTURE_FORMATS.filter((format) => !existsSync(join(folder, pictureFile(print.file, width, format))));
  if (missing.length === 0) return;
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  const height = Math.round((width * print.height) / print.width);
  const pixels = renderPrint({ ...print, width, height });
  for (const format of missing) {
    const picture = await encoders[format](sharp(pixels, { raw: { width, height, channels: 3 } })).toBuffer();
    await fillWhole(join(folder, pictureFile(print.file, width, format)), (draft) => writeFile(draft, picture, { flush: true }));
  }
}

if (import.meta.main) {
  const [folder = '.'] = process.argv.slice(2);
  // Whoever asked for the pictures is gone.
  process.stdout.on('error', () => process.exit(0));
  await makeNightPrints(folder, ({ album, file, name, nameKa, width, height, widths, position }) => {
    console.log(JSON.stringify({ album, file, name, nameKa, width, height, widths, position }));
  });
}
