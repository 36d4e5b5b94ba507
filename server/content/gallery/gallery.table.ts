import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ALBUMS } from '#shared/gallery/pictures.ts';
import { timestamptz } from '#server/platform/db/columns.ts';

/** Where our placeholder images come from. The stored word is older than the term: releases before this one read it, too. */
export const PLACEHOLDER_SOURCE = 'print' as const;

/**
 * A picture of an album. Its files are `{file}-{width}.{format}` for each of `widths`; `width` and `height` are those of the widest.
 * Where it came from: `source` and, there, `sourceId` and `checksum`, so that it is brought in once and anew when it changed.
 * What staff say of it stands apart from what its source says, so that a mirror never overwrites it: captions before names, `rank`
 * before `position`, and a picture put away stays so.
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
    /** Its source has it no more. */
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
