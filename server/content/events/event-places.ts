import type { Context } from '#server/platform/context.ts';
import type { Places } from '#shared/staff/places.schemas.ts';
import { soldByEvent } from './event-sales.ts';
import { findStock } from './event-places.queries.ts';

/** Those of an event that does not exist. */
export const NO_PLACES: Places = { sold: 0, given: 0, held: 0, offered: 0, room: 0 };

/** The places of these events as every screen of the console counts them. Sequential, because a transaction has one connection. */
export async function countPlaces({ db, hooks }: Context, eventIds: readonly number[]): Promise<ReadonlyMap<number, Places>> {
  if (eventIds.length === 0) return new Map();
  const stock = await findStock(db, eventIds);
  const sold = soldByEvent(await hooks.eventSales.countSoldPlaces(db, eventIds));
  const given = soldByEvent(await hooks.eventSales.countGivenPlaces(db, eventIds));
  return new Map(
    stock.map(({ id, room, taken, offered }) => {
      const places = sold.get(id) ?? 0;
      return [id, { sold: places, given: given.get(id) ?? 0, held: Math.max(0, taken - places), offered, room }];
    }),
  );
}

export const countPlacesOf = async (ctx: Context, eventId: number): Promise<Places> =>
  (await countPlaces(ctx, [eventId])).get(eventId) ?? NO_PLACES;
