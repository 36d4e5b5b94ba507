import { and, eq, ne, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { prepared } from '#server/platform/db/prepared.ts';
import { events } from '#server/content/events/events.table.ts';

const announcedName = prepared((db) =>
  db
    .select({ name: events.name })
    .from(events)
    .where(and(eq(events.id, sql.placeholder('id')), ne(events.state, 'draft')))
    .prepare('announced_name'),
);

/** The Georgian name of an event that was announced; nothing for any other. */
export async function findAnnouncedName(db: Db, id: number): Promise<string | undefined> {
  const [event] = await announcedName(db).execute({ id });
  return event?.name;
}
