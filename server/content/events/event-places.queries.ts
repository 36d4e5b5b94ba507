import { eq, inArray, sql } from 'drizzle-orm';
import { events, ticketTypes } from '#server/content/content.table.ts';
import type { Db } from '#server/platform/db/client.ts';

/** The places of events. `offered`: the quotas of the ticket types that have a price, and what was sold or given away outside of them. */
export const findStock = (db: Db, eventIds: readonly number[]) =>
  db
    .select({
      id: events.id,
      room: events.capacity,
      taken: events.taken,
      offered: sql<number>`coalesce(sum(case when ${ticketTypes.priceTetri} is null then ${ticketTypes.taken} else ${ticketTypes.quota} end), 0)::int`,
    })
    .from(events)
    .leftJoin(ticketTypes, eq(ticketTypes.eventId, events.id))
    .where(inArray(events.id, [...eventIds]))
    .groupBy(events.id);
