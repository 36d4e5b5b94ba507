import { integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

/** A picture of the gallery. `file` names it inside the media folder; widths are the sizes that exist beside it. */
export const galleryImages = pgTable(
  'gallery_images',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    nameKa: text().notNull().default(''),
    file: text().notNull(),
    width: integer().notNull(),
    height: integer().notNull(),
    position: integer().notNull(),
    createdAt: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('gallery_images_by_file').on(table.file)],
);
