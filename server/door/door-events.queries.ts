import { and, asc, desc, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { events } from '#server/content/events/events.table.ts';

export type DoorEventRow = Awaited<ReturnType<typeof findComingEvents>>[number];

const columns = { id: events.id, name: events.name, nameLat: events.nameLat, startsAt: events.startsAt, endsAt: events.endsAt };
const isPublished = eq(events.state, 'published');

/** Published events that are not over, by start. */
export const findComingEvents = (db: Db, now: Date, limit: number) =>
  db
    .select(columns)
    .from(events)
    .where(and(isPublished, gt(events.endsAt, now)))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(limit);

/** Published events that are over, the one that ended last first. */
export const findOverEvents = (db: Db, now: Date, limit: number): Promise<DoorEventRow[]> =>
  db
    .select(columns)
    .from(events)
    .where(and(isPublished, lte(events.endsAt, now)))
    .orderBy(desc(events.endsAt), asc(events.id))
    .limit(limit);
