import { and, eq, isNull, lt, max, ne, sql } from 'drizzle-orm';
import type { Album } from '#shared/gallery/albums.ts';
import type { Db } from '#server/platform/db/client.ts';
import { inOrder, type GalleryImage, type NewImage } from './gallery.queries.ts';
import { galleryImages, PLACEHOLDER_SOURCE } from './gallery.table.ts';

/** What the owner has in an album, shown or put away. */
const ownedIn = (album: Album) =>
  and(
    eq(galleryImages.album, album),
    ne(galleryImages.source, PLACEHOLDER_SOURCE),
    eq(galleryImages.isHidden, false),
    isNull(galleryImages.deletedAt),
  );

/** All of them, in their order: they are put in order as a whole. */
export const findOwned = (db: Db, album: Album): Promise<GalleryImage[]> =>
  db
    .select()
    .from(galleryImages)
    .where(ownedIn(album))
    .orderBy(...inOrder);

/** The ids of an album in their order; nobody else changes its order or its pictures until the transaction ends. */
export async function lockOwned(db: Db, album: Album): Promise<number[]> {
  const rows = await db
    .select({ id: galleryImages.id })
    .from(galleryImages)
    .where(ownedIn(album))
    .orderBy(...inOrder)
    .for('update');
  return rows.map(({ id }) => id);
}

/** A picture of the owner's, deleted or not, held until the transaction ends. */
export async function lockOwnedById(db: Db, id: number): Promise<GalleryImage | undefined> {
  const [image] = await db
    .select()
    .from(galleryImages)
    .where(and(eq(galleryImages.id, id), ne(galleryImages.source, PLACEHOLDER_SOURCE), eq(galleryImages.isHidden, false)))
    .for('update');
  return image;
}

/** The place behind all pictures of an album. */
export async function lastPosition(db: Db, album: Album): Promise<number> {
  const [last] = await db
    .select({ position: max(galleryImages.position) })
    .from(galleryImages)
    .where(and(eq(galleryImages.album, album), ne(galleryImages.source, PLACEHOLDER_SOURCE)));
  return last?.position ?? 0;
}

type Said = Pick<GalleryImage, 'caption' | 'captionKa' | 'isPutAway' | 'album' | 'rank' | 'position' | 'deletedAt'>;

export async function updateImage(db: Db, id: number, fields: Partial<Said>): Promise<GalleryImage | undefined> {
  const [image] = await db.update(galleryImages).set(fields).where(eq(galleryImages.id, id)).returning();
  return image;
}

/** Numbers pictures from 1 on, as they come. */
export async function updateRanks(db: Db, ids: readonly number[]): Promise<void> {
  const ordered = sql`unnest(${sql.param([...ids])}::int[]) with ordinality as wanted (id, rank)`;
  await db.execute(sql`update gallery_images set rank = wanted.rank from ${ordered} where gallery_images.id = wanted.id`);
}

/** Writes an upload; the same file brought to the same album once more takes its old row. */
export async function insertUpload(db: Db, image: NewImage): Promise<GalleryImage | undefined> {
  const fields = { ...image, deletedAt: null };
  const [stored] = await db
    .insert(galleryImages)
    .values(fields)
    .onConflictDoUpdate({ target: [galleryImages.source, galleryImages.sourceId], set: fields })
    .returning();
  return stored;
}

/** Forgets uploads that were taken away before. */
export async function forgetDeleted(db: Db, before: Date): Promise<void> {
  await db.delete(galleryImages).where(lt(galleryImages.deletedAt, before));
}
