import { eq, inArray, sql } from 'drizzle-orm';
import { events, releases } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';

/** The places of events. `offered`: the quotas of the releases that have a price, and what was sold or given away outside of them. */
export const findStock = (db: Db, eventIds: readonly number[]) =>
  db
    .select({
      id: events.id,
      room: events.capacity,
      taken: events.taken,
      offered: sql<number>`coalesce(sum(case when ${releases.priceTetri} is null then ${releases.taken} else ${releases.quota} end), 0)::int`,
    })
    .from(events)
    .leftJoin(releases, eq(releases.eventId, events.id))
    .where(inArray(events.id, [...eventIds]))
    .groupBy(events.id);
