import { and, asc, desc, eq, gte, ne } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { events } from '#server/content/events/events.table.ts';
import type { Revision } from '#server/content/events/events.queries.ts';

/** Of published events, the latest start first. */
export const listPublished = (db: Db, limit: number): Promise<{ id: number; changedAt: Date }[]> =>
  db
    .select({ id: events.id, changedAt: events.changedAt })
    .from(events)
    .where(eq(events.state, 'published'))
    .orderBy(desc(events.startsAt), desc(events.id))
    .limit(limit);

/** Published and cancelled events that begin at `since` or later; by start. */
export const listAnnouncedSince = (db: Db, since: Date, limit: number): Promise<({ id: number } & Revision)[]> =>
  db
    .select({ id: events.id, changedAt: events.changedAt, revision: events.revision })
    .from(events)
    .where(and(ne(events.state, 'draft'), gte(events.startsAt, since)))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(limit);
