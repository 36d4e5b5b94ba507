import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { events } from '#server/events/events.table.ts';

const publishedIds = prepared((db) =>
  db
    .select({ id: events.id })
    .from(events)
    .where(eq(events.state, 'published'))
    .orderBy(desc(events.startsAt), desc(events.id))
    .limit(sql.placeholder('limit'))
    .prepare('published_event_ids'),
);
const announcedSince = prepared((db) =>
  db
    .select({ id: events.id, createdAt: events.createdAt })
    .from(events)
    .where(and(ne(events.state, 'draft'), gte(events.startsAt, sql.placeholder('since'))))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(sql.placeholder('limit'))
    .prepare('announced_since'),
);
const creationOf = prepared((db) =>
  db
    .select({ createdAt: events.createdAt })
    .from(events)
    .where(sql`${events.id} = ${sql.placeholder('id')}::bigint`)
    .prepare('event_creation'),
);

/** Of published events, the latest start first. */
export const listPublishedIds = (db: Db, limit: number): Promise<{ id: number }[]> => publishedIds(db).execute({ limit });

/** Published and cancelled events that begin at `since` or later; by start. */
export const listAnnouncedSince = (db: Db, since: Date, limit: number): Promise<{ id: number; createdAt: Date }[]> =>
  announcedSince(db).execute({ since, limit });

export async function findCreation(db: Db, id: number): Promise<Date | undefined> {
  const [row] = await creationOf(db).execute({ id });
  return row?.createdAt;
}
