import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import { fillWhole } from '#server/platform/files/fill-whole.ts';
import { PICTURE_FORMATS, PICTURE_WIDTHS, pictureFile, type PictureFormat } from '#shared/gallery/picture-files.ts';
import type { Print } from './prints.ts';
import { renderPrint } from './render.ts';

/** A print as it can be shown now: whole files in each of `widths`, `width` and `height` those of the widest. */
export type ReadyPrint = Pick<Print, 'album' | 'file' | 'name' | 'nameKa' | 'width' | 'height' | 'position'> & { widths: number[] };

/** A width that suits most screens comes first, so that every page soon has its pictures; the others follow. */
const MAKING_ORDER = [720, 480, 1080, 1600] as const satisfies (typeof PICTURE_WIDTHS)[number][];

const encoders: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 40, effort: 2, chromaSubsampling: '4:4:4' }),
  webp: (picture) => picture.webp({ quality: 70 }),
  jpg: (picture) => picture.jpeg({ quality: 70 }),
};

export const widthsOf = (print: Print): number[] => PICTURE_WIDTHS.filter((width) => width <= print.width);

/** What of a print lies in the folder; nothing when no width is whole. */
export function readyIn(folder: string, { album, file, name, nameKa, position, ...print }: Print): ReadyPrint | undefined {
  const widths = PICTURE_WIDTHS.filter((width) => width <= print.width && missingFormats(folder, file, width).length === 0);
  const width = widths.at(-1);
  if (width === undefined) return undefined;
  return { album, file, name, nameKa, position, width, height: heightAt(print, width), widths };
}

/** Makes the files that a folder lacks, one width of every print after the other, and tells of each print that got another width. */
export async function makePrints(folder: string, prints: readonly Print[], onReady: (print: ReadyPrint) => void): Promise<void> {
  for (const width of MAKING_ORDER)
    for (const print of prints) {
      if (width > print.width || !(await makeWidth(folder, print, width))) continue;
      const ready = readyIn(folder, print);
      if (ready) onReady(ready);
    }
}

/** A halftone cannot be scaled without a pattern of its own, so every width is printed anew. Answers whether there was anything to do. */
async function makeWidth(folder: string, print: Print, width: number): Promise<boolean> {
  const missing = missingFormats(folder, print.file, width);
  if (missing.length === 0) return false;
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const height = heightAt(print, width);
  const pixels = renderPrint({ ...print, width, height });
  for (const format of missing) {
    const picture = await encoders[format](sharp(pixels, { raw: { width, height, channels: 3 } })).toBuffer();
    await fillWhole(join(folder, pictureFile(print.file, width, format)), (draft) => writeFile(draft, picture, { flush: true }));
  }
  return true;
}

const missingFormats = (folder: string, file: string, width: number): PictureFormat[] =>
  PICTURE_FORMATS.filter((format) => !existsSync(join(folder, pictureFile(file, width, format))));

const heightAt = (print: { width: number; height: number }, width: number): number => Math.round((width * print.height) / print.width);
