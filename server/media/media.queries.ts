import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { prepared } from '#server/db/prepared.ts';
import { events } from '#server/events/events.table.ts';

const eventName = prepared((db) =>
  db
    .select({ name: events.name })
    .from(events)
    .where(eq(events.id, sql.placeholder('id')))
    .prepare('event_name'),
);

/** An event's Georgian name, whatever its state. */
export async function findEventName(db: Db, id: number): Promise<string | undefined> {
  const [event] = await eventName(db).execute({ id });
  return event?.name;
}
