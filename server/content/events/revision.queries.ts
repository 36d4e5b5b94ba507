import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { prepared } from '#server/platform/db/prepared.ts';
import { events } from './events.table.ts';

/** When what visitors read of a night last changed, and how often it has. */
export type Revision = { changedAt: Date; revision: number };

const revisionOf = prepared((db) =>
  db
    .select({ changedAt: events.changedAt, revision: events.revision })
    .from(events)
    .where(eq(events.id, sql.placeholder('id')))
    .prepare('event_revision'),
);

export async function findRevision(db: Db, id: number): Promise<Revision | undefined> {
  const [row] = await revisionOf(db).execute({ id });
  return row;
}
