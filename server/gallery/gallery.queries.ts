import { asc } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { galleryImages } from './gallery.table.ts';

export type GalleryImage = typeof galleryImages.$inferSelect;
export type NewImage = typeof galleryImages.$inferInsert;

/** By position, then by age. */
export function findImages(db: Db, limit: number, offset: number): Promise<GalleryImage[]> {
  return db.select().from(galleryImages).orderBy(asc(galleryImages.position), asc(galleryImages.id)).limit(limit).offset(offset);
}

export const countImages = (db: Db): Promise<number> => db.$count(galleryImages);

/** Adds a picture once: a file that is there already stays as it is. */
export async function insertImage(db: Db, image: NewImage): Promise<void> {
  await db.insert(galleryImages).values(image).onConflictDoNothing({ target: galleryImages.file });
}
