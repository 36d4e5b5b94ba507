import { eq, sql } from 'drizzle-orm';
import type { Db } from '#server/platform/db/client.ts';
import { events } from '#server/content/events/events.table.ts';

export type ToldEvent = NonNullable<Awaited<ReturnType<typeof findToldEvent>>>;

/** An event as it stands, with the last notice about it. */
export async function findToldEvent(db: Db, id: number) {
  const [event] = await db
    .select({
      id: events.id,
      name: events.name,
      nameLat: events.nameLat,
      startsAt: events.startsAt,
      endsAt: events.endsAt,
      state: events.state,
      lastNoticeId: sql<number>`(select max(n.id)::int from event_notices n where n.event_id = events.id)`,
    })
    .from(events)
    .where(eq(events.id, id));
  return event;
}
