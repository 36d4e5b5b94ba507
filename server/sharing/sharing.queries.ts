import { and, asc, desc, eq, gte, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { events } from '#server/events/events.table.ts';

/** When what visitors read of a night last changed, and how often it has. */
export type Revision = { changedAt: Date; revision: number };

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
const revisionOf = prepared((db) =>
  db
    .select({ changedAt: events.changedAt, revision: events.revision })
    .from(events)
    .where(sql`${events.id} = ${sql.placeholder('id')}::bigint`)
    .prepare('event_revision'),
);

/** Of published events, the latest start first. */
export const listPublished = (db: Db, limit: number): Promise<{ id: number; changedAt: Date }[]> => published(db).execute({ limit });

/** Published and cancelled events that begin at `since` or later; by start. */
export const listAnnouncedSince = (db: Db, since: Date, limit: number): Promise<({ id: number } & Revision)[]> =>
  announcedSince(db).execute({ since, limit });

export async function findRevision(db: Db, id: number): Promise<Revision | undefined> {
  const [row] = await revisionOf(db).execute({ id });
  return row;
}
