import { and, asc, eq, exists, isNotNull, isNull, lt, max, ne, not, notInArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { PLACEHOLDER_SOURCE, events, galleryImages } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import type { Album } from '#shared/gallery/pictures.ts';

export type GalleryImage = typeof galleryImages.$inferSelect;
type NewImage = typeof galleryImages.$inferInsert;

const owned = alias(galleryImages, 'owned');
type Images = typeof galleryImages | typeof owned;

/** Shown: the source has the picture, and staff have neither hidden nor deleted it. */
const isShown = (table: Images) => and(eq(table.isHidden, false), eq(table.isPutAway, false), isNull(table.deletedAt));

/** Placeholder images are shown until the owner adds pictures to the album. */
const shownIn = (db: Db, album: Album) =>
  and(
    eq(galleryImages.album, album),
    isShown(galleryImages),
    or(ne(galleryImages.source, PLACEHOLDER_SOURCE), not(exists(ownedIn(db, album)))),
  );

const ownedIn = (db: Db, album: Album) =>
  db
    .select({ id: owned.id })
    .from(owned)
    .where(and(eq(owned.album, album), isShown(owned), ne(owned.source, PLACEHOLDER_SOURCE)));

/** Staff's order, then pictures without a rank by position and age. */
const inOrder = [sql`${galleryImages.rank} asc nulls last`, asc(galleryImages.position), asc(galleryImages.id)];

/** Returns a page of an album's shown pictures, in their order. */
export function findImages(db: Db, album: Album, { limit, offset }: { limit: number; offset: number }): Promise<GalleryImage[]> {
  return db
    .select()
    .from(galleryImages)
    .where(shownIn(db, album))
    .orderBy(...inOrder)
    .limit(limit)
    .offset(offset);
}

export const countImages = (db: Db, album: Album): Promise<number> => db.$count(galleryImages, shownIn(db, album));

export async function findBySource(db: Db, source: GalleryImage['source'], sourceId: string): Promise<GalleryImage | undefined> {
  const [image] = await db
    .select()
    .from(galleryImages)
    .where(and(eq(galleryImages.source, source), eq(galleryImages.sourceId, sourceId)));
  return image;
}

/** Returns all pictures of a source, shown or hidden. */
export const findAllOfSource = (db: Db, source: GalleryImage['source']): Promise<GalleryImage[]> =>
  db.select().from(galleryImages).where(eq(galleryImages.source, source));

/** Inserts a picture, or replaces the one with the same source and id. */
export async function upsertImage(db: Db, image: NewImage): Promise<void> {
  const fields = { ...image, isHidden: false };
  await db
    .insert(galleryImages)
    .values(fields)
    .onConflictDoUpdate({ target: [galleryImages.source, galleryImages.sourceId], set: fields });
}

type Place = Pick<GalleryImage, 'album' | 'name' | 'nameKa' | 'position'>;

/** Changes a picture's album, names and position, and shows it. */
export async function updatePlace(db: Db, id: number, { album, name, nameKa, position }: Place): Promise<void> {
  await db.update(galleryImages).set({ album, name, nameKa, position, isHidden: false }).where(eq(galleryImages.id, id));
}

/**
 * Hides a source's pictures but these; returns their number. If none is to be hidden, nothing is written, because any change makes every
 * process drop its pages.
 */
export async function hideAllBut(db: Db, source: GalleryImage['source'], sourceIds: readonly string[]): Promise<number> {
  const gone = and(eq(galleryImages.source, source), eq(galleryImages.isHidden, false), notInArray(galleryImages.sourceId, [...sourceIds]));
  if ((await db.$count(galleryImages, gone)) === 0) return 0;
  const { rowCount } = await db.update(galleryImages).set({ isHidden: true }).where(gone);
  return rowCount ?? 0;
}

/**
 * Returns the stems of all pictures that are neither deleted nor gone from their source, including placeholder images and pictures that
 * staff hide.
 */
export async function findShownFiles(db: Db): Promise<string[]> {
  const images = await db
    .select({ file: galleryImages.file })
    .from(galleryImages)
    .where(and(eq(galleryImages.isHidden, false), isNull(galleryImages.deletedAt)));
  return images.map(({ file }) => file);
}

/** Returns the addresses of the photos that events show. */
export async function findEventPhotos(db: Db): Promise<string[]> {
  const rows = await db.selectDistinct({ photoUrl: events.photoUrl }).from(events).where(isNotNull(events.photoUrl));
  return rows.flatMap(({ photoUrl }) => photoUrl ?? []);
}

/** Selects the owner's pictures of an album, shown or hidden. */
const isOwned = (album: Album) =>
  and(
    eq(galleryImages.album, album),
    ne(galleryImages.source, PLACEHOLDER_SOURCE),
    eq(galleryImages.isHidden, false),
    isNull(galleryImages.deletedAt),
  );

/** Returns the owner's pictures of an album, without pages, because they are sorted as a whole. */
export const findOwned = (db: Db, album: Album): Promise<GalleryImage[]> =>
  db
    .select()
    .from(galleryImages)
    .where(isOwned(album))
    .orderBy(...inOrder);

/** Returns the ids of an album in their order, locked until the transaction ends against changes of its order or pictures. */
export async function lockOwned(db: Db, album: Album): Promise<number[]> {
  const rows = await db
    .select({ id: galleryImages.id })
    .from(galleryImages)
    .where(isOwned(album))
    .orderBy(...inOrder)
    .for('update');
  return rows.map(({ id }) => id);
}

/** Returns a picture of the owner's, deleted or not, locked until the transaction ends. */
export async function lockOwnedById(db: Db, id: number): Promise<GalleryImage | undefined> {
  const [image] = await db
    .select()
    .from(galleryImages)
    .where(and(eq(galleryImages.id, id), ne(galleryImages.source, PLACEHOLDER_SOURCE), eq(galleryImages.isHidden, false)))
    .for('update');
  return image;
}

/** Returns the highest position of the owner's pictures in an album; 0 without any. */
export async function lastPosition(db: Db, album: Album): Promise<number> {
  const [last] = await db
    .select({ position: max(galleryImages.position) })
    .from(galleryImages)
    .where(and(eq(galleryImages.album, album), ne(galleryImages.source, PLACEHOLDER_SOURCE)));
  return last?.position ?? 0;
}

type StaffFields = Pick<GalleryImage, 'caption' | 'captionKa' | 'isPutAway' | 'album' | 'rank' | 'position' | 'deletedAt'>;

export async function updateImage(db: Db, id: number, fields: Partial<StaffFields>): Promise<GalleryImage | undefined> {
  const [image] = await db.update(galleryImages).set(fields).where(eq(galleryImages.id, id)).returning();
  return image;
}

export async function updateRanks(db: Db, ids: readonly number[]): Promise<void> {
  const ordered = sql`unnest(${sql.param([...ids])}::int[]) with ordinality as wanted (id, rank)`;
  await db.execute(sql`update gallery_images set rank = wanted.rank from ${ordered} where gallery_images.id = wanted.id`);
}

/** Inserts an upload; the same file in the same album reuses its old row. */
export async function insertUpload(db: Db, image: NewImage): Promise<GalleryImage | undefined> {
  const fields = { ...image, deletedAt: null };
  const [stored] = await db
    .insert(galleryImages)
    .values(fields)
    .onConflictDoUpdate({ target: [galleryImages.source, galleryImages.sourceId], set: fields })
    .returning();
  return stored;
}

/** Deletes the rows of uploads that were removed before a moment. */
export async function forgetDeleted(db: Db, before: Date): Promise<void> {
  await db.delete(galleryImages).where(lt(galleryImages.deletedAt, before));
}
