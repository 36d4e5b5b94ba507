import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { timestamptz } from '#server/platform/db/sql-parts.ts';
import { FLOORS, LANGUAGES, TICKETS_PER_PERSON, TICKETS_PER_PERSON_MAX } from '#shared/constants.ts';
import { EXITS } from '#shared/door/offline-manifest.ts';
import { mapEventTexts } from '#shared/events/event-texts.ts';
import { ALBUMS } from '#shared/gallery/pictures.ts';
import { TEXT_LANGUAGES } from '#shared/site-texts/site-texts.ts';

export const events = pgTable(
  'events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ...mapEventTexts(() => text().notNull().default('')),
    name: text().notNull(),
    nameLat: text().notNull(),
    startsAt: timestamptz().notNull(),
    endsAt: timestamptz().notNull(),
    photoUrl: text(),
    state: text({ enum: ['draft', 'published', 'cancelled'] })
      .notNull()
      .default('draft'),
    isComingSoon: boolean().notNull().default(false),
    /** Only guests whom staff have verified or welcomed may buy (shared/accounts/account-rules.ts). */
    verifiedOnly: boolean().notNull().default(false),
    /** Each ticket sold from now on belongs to one guest with an account (shared/tickets/claims.ts). */
    namesRequired: boolean().notNull().default(false),
    capacity: integer().notNull().default(400),
    /** Places that are held or sold, over all ticket types. */
    soldOrReserved: integer().notNull().default(0),
    ticketsPerPerson: integer().notNull().default(TICKETS_PER_PERSON),
    /** The number of people allowed inside at once; null means the capacity. */
    licensed: integer(),
    /** Whether a guest who left may come back in. */
    exits: text({ enum: EXITS }).notNull().default('none'),
    exitsUntil: timestamptz(),
    /** The door admits no one before this time. */
    opensAt: timestamptz(),
    /** After an accepted scan the phone reads the next code without a tap. */
    isAutomatic: boolean().notNull().default(false),
    /** A pass with the right to it may start a refund when a guest is refused. */
    refusalRefunds: boolean().notNull().default(false),
    createdAt: timestamptz().notNull().defaultNow(),
    /**
     * The last change of the event or its line-up, and the number of changes. Triggers maintain both and ignore stock and admission.
     */
    changedAt: timestamptz().notNull().defaultNow(),
    revision: integer().notNull().default(0),
    /** The text that staff search: both names in Latin letters (server/platform/db/sql-parts.ts). */
    searchText: text().generatedAlwaysAs(sql`' ' || latin_text(name || ' ' || name_lat)`),
  },
  (table) => [
    index('events_by_start').on(table.startsAt),
    index('events_by_end').on(table.endsAt),
    check('events_end_after_start', sql`${table.endsAt} > ${table.startsAt}`),
    check('events_stock', sql`${table.soldOrReserved} between 0 and ${table.capacity}`),
    check('events_licensed', sql`${table.licensed} > 0`),
    check('events_exits', sql`${table.exits} in ('none', 'always') or (${table.exits} = 'until' and ${table.exitsUntil} is not null)`),
    check('events_tickets_per_person', sql`${table.ticketsPerPerson} between 1 and ${sql.raw(String(TICKETS_PER_PERSON_MAX))}`),
  ],
);

export const lineUps = pgTable(
  'line_ups',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    floor: integer().notNull(),
    artistName: text().notNull(),
    startsAt: timestamptz().notNull(),
    isHeadliner: boolean().notNull().default(false),
    /** The file name of the sound; null without one. */
    sound: text(),
  },
  (table) => [
    index('line_ups_by_event').on(table.eventId),
    check('line_ups_floor', sql`${table.floor} between 1 and ${sql.raw(String(FLOORS.length))}`),
  ],
);

/** A ticket type of an event, `baskets` on the wire. The database checks that the taken places do not exceed the allocation. */
export const ticketTypes = pgTable(
  'ticket_types',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    eventId: integer()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    /**
     * `hidden`: sold with a promo code only. `complimentary`: holds complimentary tickets of no other ticket type, at most one per event;
     * not for sale.
     */
    kind: text({ enum: ['public', 'hidden', 'complimentary'] })
      .notNull()
      .default('public'),
    position: integer().notNull(),
    name: text().notNull(),
    nameLat: text().notNull(),
    priceTetri: integer(),
    allocation: integer().notNull(),
    /** Places that are held or sold. */
    soldOrReserved: integer().notNull().default(0),
    onSaleFrom: timestamptz(),
    onSaleUntil: timestamptz(),
    /** The number of changes by staff: a change of an older revision is refused. */
    revision: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('ticket_types_by_event').on(table.eventId, table.position),
    uniqueIndex('ticket_types_one_complimentary')
      .on(table.eventId)
      .where(sql`${table.kind} = 'complimentary'`),
    check('ticket_types_price', sql`${table.priceTetri} >= 0`),
    check('ticket_types_stock', sql`${table.soldOrReserved} between 0 and ${table.allocation}`),
  ],
);

/**
 * When a draft will be published, and the keys of the warnings confirmed for it. Deleted at the publication, or when that is stopped by a
 * new warning.
 */
export const publishPlans = pgTable(
  'publish_plans',
  {
    eventId: integer()
      .primaryKey()
      .references(() => events.id, { onDelete: 'cascade' }),
    publishAt: timestamptz().notNull(),
    confirmed: text().array().notNull(),
    /** An account; the foreign key is in the baseline. */
    plannedBy: integer().notNull(),
  },
  (table) => [index('publish_plans_by_time').on(table.publishAt)],
);

/** A change of an event, of which its ticket holders are notified by mail with the key `event-notice:<id>:<user>`. */
export const eventNotices = pgTable(
  'event_notices',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    eventId: integer()
      .notNull()
      .references(() => events.id),
    kind: text({ enum: ['moved', 'cancelled', 'restored'] }).notNull(),
    /** The event's revision before the change, so that holders are notified of a change once. */
    version: integer().notNull(),
    startedAt: timestamptz().notNull(),
    endedAt: timestamptz().notNull(),
    reason: text().notNull(),
    /** An account; the foreign key is in the baseline. */
    createdBy: integer().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    uniqueIndex('event_notices_once').on(table.eventId, table.version),
    check('event_notices_kind', sql`${table.kind} in ('moved', 'cancelled', 'restored')`),
  ],
);

/** The source of placeholder images. The stored value predates the term and remains, because earlier releases read it, too. */
export const PLACEHOLDER_SOURCE = 'print' as const;

/**
 * A picture of an album, with a file `{file}-{width}.{format}` for each of `widths`; `width` and `height` are those of the widest.
 * `source`, `sourceId` and `checksum` find it again at its source. A mirror never writes staff's columns: captions override names, `rank`
 * overrides `position`, and `isPutAway` hides a picture independently of `isHidden`.
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

/**
 * Every version of the texts that staff edited; a trigger refuses changes and deletions. The latest version by key and language is shown;
 * without a value it restores the standard text.
 */
export const siteTexts = pgTable(
  'site_texts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    key: text().notNull(),
    language: text({ enum: TEXT_LANGUAGES }).notNull(),
    version: integer().notNull(),
    value: text(),
    /** An account; the foreign key is in the baseline. */
    editorId: integer().notNull(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    uniqueIndex('site_texts_by_version').on(table.key, table.language, table.version),
    check('site_texts_version', sql`${table.version} > 0`),
  ],
);

/** The views of a page per day (at the venue), without data about visitors: no address, no cookie, no browser. */
export const pageViews = pgTable(
  'page_views',
  {
    day: date({ mode: 'string' }).notNull(),
    path: text().notNull(),
    language: text({ enum: LANGUAGES }).notNull(),
    views: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.path, table.language] }), check('page_views_some', sql`${table.views} > 0`)],
);
