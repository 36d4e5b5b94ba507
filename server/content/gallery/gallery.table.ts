import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ALBUMS } from '#shared/gallery/pictures.ts';
import { timestamptz } from '#server/platform/db/columns.ts';

/** The source of our placeholder images. The stored word is older than the term: earlier releases read it, too. */
export const PLACEHOLDER_SOURCE = 'print' as const;

/**
 * A picture of an album. Its files are `{file}-{width}.{format}` for each of `widths`; `width` and `height` are those of the widest.
 * `source`, `sourceId` and `checksum` say where it came from, so that it is stored once and again when it changes. Staff's columns are
 * separate from the source's, so that a mirror never overwrites them: captions before names, `rank` before `position`, and a hidden picture
 * stays hidden.
 */
export const galleryImages = pgTable(
  'gallery_images',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    album: text({ enum: ALBUMS }).notNull().default('gallery'),
    file: text().notNull(),
    name: text().notNull(),
    nameKa: text().notNull().default(''),
    width: integer().notNull(),
    height: integer().notNull(),
    widths: integer().array().notNull(),
    position: integer().notNull(),
    source: text({ enum: [PLACEHOLDER_SOURCE, 'folder', 'drive', 'upload'] }).notNull(),
    sourceId: text().notNull(),
    checksum: text().notNull(),
    /** The source no longer has it. */
    isHidden: boolean().notNull().default(false),
    caption: text().notNull().default(''),
    captionKa: text().notNull().default(''),
    rank: integer(),
    isPutAway: boolean().notNull().default(false),
    deletedAt: timestamptz(),
    createdAt: timestamptz().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('gallery_images_by_file').on(table.file),
    uniqueIndex('gallery_images_by_source').on(table.source, table.sourceId),
    check('gallery_images_size', sql`${table.width} > 0 and ${table.height} > 0 and cardinality(${table.widths}) > 0`),
  ],
);
