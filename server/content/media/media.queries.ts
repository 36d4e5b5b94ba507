import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { events } from '#server/content/events/events.table.ts';

/** The Georgian name of an announced event; undefined for any other. */
export async function findAnnouncedName(db: Db, id: number): Promise<string | undefined> {
  const [event] = await db
    .select({ name: events.name })
    .from(events)
    .where(and(eq(events.id, id), ne(events.state, 'draft')));
  return event?.name;
}
