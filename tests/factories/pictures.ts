import type { Album } from '#shared/gallery/pictures.ts';
import type { Context } from '#server/platform/context.ts';
import { galleryImages } from '#server/content/content.table.ts';

/** Creates rows of an album without files: `Picture 1`, `Picture 2` … */
export async function createPictures(ctx: Context, count: number, album: Album = 'gallery'): Promise<void> {
  const pictures = Array.from({ length: count }, (_, place) => ({
    album,
    name: `Picture ${place + 1}`,
    nameKa: `სურათი ${place + 1}`,
    file: `${album}-${place + 1}`,
    width: 1080,
    height: 720,
    widths: [480, 720, 1080],
    position: place,
    source: 'folder' as const,
    sourceId: `${album}/${place + 1}`,
    checksum: '',
  }));
  await ctx.db.insert(galleryImages).values(pictures);
}
