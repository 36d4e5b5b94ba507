import type { Db } from '#server/platform/db/client.ts';

export type SoldPlaces = { eventId: number; basketId: number; sold: number };

declare module '#server/platform/context.ts' {
  interface Deps {
    /** How many places of these events are sold, by release; releases without any are left out. The other taken places are held. */
    countSoldPlaces(db: Db, eventIds: readonly number[]): Promise<SoldPlaces[]>;
  }
}

/** The sold places of each event. */
export function soldByEvent(places: readonly SoldPlaces[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const { eventId, sold } of places) sums.set(eventId, (sums.get(eventId) ?? 0) + sold);
  return sums;
}
