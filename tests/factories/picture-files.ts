import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { galleryImages } from '#server/content/content.table.ts';
import { pictureFolder } from '#server/content/gallery/picture-store.ts';
import type { Context } from '#server/platform/context.ts';
import { type Album, pictureFile, type PictureFormat } from '#shared/gallery/pictures.ts';

const encoders: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ effort: 0 }),
  webp: (picture) => picture.webp({ effort: 0 }),
  jpg: (picture) => picture.jpeg(),
};
/** Landscape, portrait and square. */
const heightShares = [2 / 3, 3 / 2, 1];
const WIDTHS = [480, 1080];

/** Creates pictures as `createPictures` does, in three alternating proportions and with real files. */
export async function createPictureFiles({ db, env }: Context, count: number, album: Album = 'gallery'): Promise<void> {
  const folder = pictureFolder(env);
  await mkdir(folder, { recursive: true });
  for (let place = 0; place < count; place++) {
    const share = heightShares[place % heightShares.length] ?? 1;
    const file = `${album}-${place + 1}`;
    const widest = Math.max(...WIDTHS);
    for (const width of WIDTHS) await writeWidth(folder, file, width, Math.round(width * share));
    await db.insert(galleryImages).values({
      album,
      name: `Picture ${place + 1}`,
      nameKa: `სურათი ${place + 1}`,
      file,
      width: widest,
      height: Math.round(widest * share),
      widths: WIDTHS,
      position: place,
      source: 'folder',
      sourceId: `${album}/${place + 1}`,
      checksum: '',
    });
  }
}

async function writeWidth(folder: string, file: string, width: number, height: number): Promise<void> {
  for (const format of ['avif', 'webp', 'jpg'] as const) {
    const picture = sharp({ create: { width, height, channels: 3, background: '#ff5a1f' } });
    await writeFile(join(folder, pictureFile(file, width, format)), await encoders[format](picture).toBuffer());
  }
}
