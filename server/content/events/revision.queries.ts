import { eq } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { events } from './events.table.ts';

/** When what visitors read of a night last changed, and how often it has. */
export type Revision = { changedAt: Date; revision: number };

export async function findRevision(db: Db, id: number): Promise<Revision | undefined> {
  const [row] = await db.select({ changedAt: events.changedAt, revision: events.revision }).from(events).where(eq(events.id, id));
  return row;
}
