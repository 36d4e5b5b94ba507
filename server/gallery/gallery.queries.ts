import { and, asc, eq } from 'drizzle-orm';
import type { Album } from '#shared/gallery/albums.ts';
import type { Db } from '#server/db/client.ts';
import { galleryImages } from './gallery.table.ts';

export type GalleryImage = typeof galleryImages.$inferSelect;
export type NewImage = typeof galleryImages.$inferInsert;

const shownIn = (album: Album) => and(eq(galleryImages.album, album), eq(galleryImages.isHidden, false));

/** By position, then by age. */
export function findImages(db: Db, album: Album, { limit, offset }: { limit: number; offset: number }): Promise<GalleryImage[]> {
  return db
    .select()
    .from(galleryImages)
    .where(shownIn(album))
    .orderBy(asc(galleryImages.position), asc(galleryImages.id))
    .limit(limit)
    .offset(offset);
}

export const countImages = (db: Db, album: Album): Promise<number> => db.$count(galleryImages, shownIn(album));

/** Adds a picture once: a file that is there already stays as it is. */
export async function insertImage(db: Db, image: NewImage): Promise<void> {
  await db.insert(galleryImages).values(image).onConflictDoNothing();
}
