import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { prepared } from '#server/platform/db/prepared.ts';
import { events } from '#server/content/events/events.table.ts';
import type { Revision } from '#server/content/events/revision.queries.ts';

const published = prepared((db) =>
  db
    .select({ id: events.id, changedAt: events.changedAt })
    .from(events)
    .where(eq(events.state, 'published'))
    .orderBy(desc(events.startsAt), desc(events.id))
    .limit(sql.placeholder('limit'))
    .prepare('published_events'),
);
const announcedSince = prepared((db) =>
  db
    .select({ id: events.id, changedAt: events.changedAt, revision: events.revision })
    .from(events)
    .where(and(ne(events.state, 'draft'), gte(events.startsAt, sql.placeholder('since'))))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(sql.placeholder('limit'))
    .prepare('announced_since'),
);
/** Of published events, the latest start first. */
export const listPublished = (db: Db, limit: number): Promise<{ id: number; changedAt: Date }[]> => published(db).execute({ limit });

/** Published and cancelled events that begin at `since` or later; by start. */
export const listAnnouncedSince = (db: Db, since: Date, limit: number): Promise<({ id: number } & Revision)[]> =>
  announcedSince(db).execute({ since, limit });
