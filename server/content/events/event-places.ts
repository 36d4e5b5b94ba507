import { eq, inArray, sql } from 'drizzle-orm';
import { events, ticketTypes } from '#server/content/content.table.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/db/client.ts';
import type { Places } from '#shared/staff/places.schemas.ts';
import type { EventPlaces } from './event-sales.ts';

/** The places of an event that does not exist. */
export const NO_PLACES: Places = { sold: 0, given: 0, held: 0, offered: 0, capacity: 0 };

/** Counts the places of these events for every screen of the console. Sequential, because a transaction has one connection. */
export async function countPlaces({ db, hooks }: Context, eventIds: readonly number[]): Promise<ReadonlyMap<number, Places>> {
  if (eventIds.length === 0) return new Map();
  const stock = await findStock(db, eventIds);
  const sold = soldByEvent(await hooks.eventSales.countSoldPlaces(db, eventIds));
  const given = soldByEvent(await hooks.eventSales.countGivenPlaces(db, eventIds));
  return new Map(
    stock.map(({ id, capacity, soldOrReserved, offered }) => {
      const places = sold.get(id) ?? 0;
      return [id, { sold: places, given: given.get(id) ?? 0, held: Math.max(0, soldOrReserved - places), offered, capacity }];
    }),
  );
}

export const countPlacesOf = async (ctx: Context, eventId: number): Promise<Places> =>
  (await countPlaces(ctx, [eventId])).get(eventId) ?? NO_PLACES;

/** Returns the places of events. `offered`: the allocations of the ticket types with a price, and the taken places of those without one. */
export const findStock = (db: Db, eventIds: readonly number[]) =>
  db
    .select({
      id: events.id,
      capacity: events.capacity,
      soldOrReserved: events.soldOrReserved,
      offered: sql<number>`coalesce(sum(case when ${ticketTypes.priceTetri} is null then ${ticketTypes.soldOrReserved} else ${ticketTypes.allocation} end), 0)::int`,
    })
    .from(events)
    .leftJoin(ticketTypes, eq(ticketTypes.eventId, events.id))
    .where(inArray(events.id, [...eventIds]))
    .groupBy(events.id);

/** Sums the sold places by event. */
export function soldByEvent(places: readonly EventPlaces[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const { eventId, sold } of places) sums.set(eventId, (sums.get(eventId) ?? 0) + sold);
  return sums;
}
