import { and, asc, desc, eq, gte, inArray, lt, ne, or, sql } from 'drizzle-orm';
import { eventNotices, events } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';
import { mapEventTexts } from '#shared/events/event-texts.ts';

type LineUpRow = { id: number; floor: number; artistName: string; startsAt: string; isHeadliner: boolean; sound: string | null };
type TicketTypeRow = {
  id: number;
  name: string;
  nameLat: string;
  priceTetri: number | null;
  allocation: number;
  soldOrReserved: number;
  onSaleFrom: string | null;
  onSaleUntil: string | null;
};
/** An event with its line-up by time and its ticket types by position. Times in the two lists are ISO texts. */
export type EventRow = Awaited<ReturnType<typeof selectEvents>>[number];

const MOST_EVENTS = 500;

// One statement reads whole events, so that a list of any length costs one round trip.
const eventColumns = {
  id: events.id,
  ...mapEventTexts((field) => events[field]),
  startsAt: events.startsAt,
  endsAt: events.endsAt,
  photoUrl: events.photoUrl,
  state: events.state,
  verifiedOnly: events.verifiedOnly,
  namesRequired: events.namesRequired,
  ticketsPerPerson: events.ticketsPerPerson,
  capacity: events.capacity,
  soldOrReserved: events.soldOrReserved,
  lineUps: sql<LineUpRow[]>`(
    select coalesce(json_agg(json_build_object(
      'id', l.id, 'floor', l.floor, 'artistName', l.artist_name, 'startsAt', l.starts_at, 'isHeadliner', l.is_headliner, 'sound', l.sound
    ) order by l.floor, l.starts_at, l.id), '[]')
    from line_ups l where l.event_id = events.id)`,
  ticketTypes: sql<TicketTypeRow[]>`(
    select coalesce(json_agg(json_build_object(
      'id', b.id, 'name', b.name, 'nameLat', b.name_lat, 'priceTetri', b.price_tetri, 'allocation', b.allocation, 'soldOrReserved', b.sold_or_reserved,
      'onSaleFrom', b.on_sale_from, 'onSaleUntil', b.on_sale_until
    ) order by b.position), '[]')
    from ticket_types b where b.event_id = events.id and b.kind = 'public')`,
};

const selectEvents = (db: Db) => db.select(eventColumns).from(events);
const isPublished = eq(events.state, 'published');

/** Returns an event in any state. */
export async function findEventById(db: Db, id: number): Promise<EventRow | undefined> {
  const [row] = await selectEvents(db).where(eq(events.id, id));
  return row;
}

/** Returns events in any state; unknown ids are skipped. */
export const findEventsByIds = (db: Db, ids: readonly number[]): Promise<EventRow[]> =>
  selectEvents(db)
    .where(inArray(events.id, [...ids]))
    .orderBy(asc(events.id))
    .limit(MOST_EVENTS);

/** Returns published events that are not over at `at` or began no earlier than `startedSince`, by start. */
export const listCurrentEvents = (db: Db, at: Date, startedSince: Date): Promise<EventRow[]> =>
  selectEvents(db)
    .where(and(isPublished, or(gte(events.endsAt, at), gte(events.startsAt, startedSince))))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(MOST_EVENTS);

/** Returns published events that are over at `at` and began before `before`, newest first. */
export const listPastEvents = (db: Db, at: Date, before: Date, limit: number): Promise<EventRow[]> =>
  selectEvents(db)
    .where(and(isPublished, lt(events.endsAt, at), lt(events.startsAt, before)))
    .orderBy(desc(events.startsAt), desc(events.id))
    .limit(limit);

/** Returns published events marked as coming soon that are not over at `at`, by start. */
export const listComingSoonEvents = (db: Db, at: Date): Promise<EventRow[]> =>
  selectEvents(db)
    .where(and(isPublished, eq(events.isComingSoon, true), gte(events.endsAt, at)))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(MOST_EVENTS);

/** Returns published events that began no earlier than `startedSince` and are not over at `at`, by start. */
export const listUpcomingEvents = (db: Db, at: Date, startedSince: Date, limit: number): Promise<EventRow[]> =>
  selectEvents(db)
    .where(and(isPublished, gte(events.startsAt, startedSince), gte(events.endsAt, at)))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(limit);

/** More events than any club has within a few days. */
const MOST_AROUND = 10;

/** Returns published events that begin after `since`, by start. */
export const listPublishedAround = (db: Db, since: Date): Promise<EventRow[]> =>
  selectEvents(db)
    .where(and(isPublished, gte(events.startsAt, since)))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(MOST_AROUND);

/** The last change of an event's public content, and the number of changes. */
export type Revision = { changedAt: Date; revision: number };

export async function findRevision(db: Db, id: number): Promise<Revision | undefined> {
  const [row] = await db.select({ changedAt: events.changedAt, revision: events.revision }).from(events).where(eq(events.id, id));
  return row;
}

export type EventNotice = typeof eventNotices.$inferSelect;

/** Inserts a notice and returns its id; undefined when holders were already notified of this change. */
export async function insertNotice(db: Db, notice: Omit<typeof eventNotices.$inferInsert, 'id'>): Promise<number | undefined> {
  const [row] = await db.insert(eventNotices).values(notice).onConflictDoNothing().returning({ id: eventNotices.id });
  return row?.id;
}

export async function findNotice(db: Db, id: number): Promise<EventNotice | undefined> {
  const [row] = await db.select().from(eventNotices).where(eq(eventNotices.id, id));
  return row;
}

export async function findLastNotice(db: Db, eventId: number): Promise<EventNotice | undefined> {
  const [row] = await db.select().from(eventNotices).where(eq(eventNotices.eventId, eventId)).orderBy(desc(eventNotices.id)).limit(1);
  return row;
}

/** Returns published events, the latest start first. */
export const listPublished = (db: Db, limit: number): Promise<{ id: number; changedAt: Date }[]> =>
  db
    .select({ id: events.id, changedAt: events.changedAt })
    .from(events)
    .where(eq(events.state, 'published'))
    .orderBy(desc(events.startsAt), desc(events.id))
    .limit(limit);

/** Returns published and cancelled events that begin at `since` or later, by start. */
export const listAnnouncedSince = (db: Db, since: Date, limit: number): Promise<({ id: number } & Revision)[]> =>
  db
    .select({ id: events.id, changedAt: events.changedAt, revision: events.revision })
    .from(events)
    .where(and(ne(events.state, 'draft'), gte(events.startsAt, since)))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(limit);
