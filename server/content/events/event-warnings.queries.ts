import { and, asc, eq, gt, inArray, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { addDays } from '#shared/dates.ts';
import type { Db } from '#server/platform/db/client.ts';
import { baskets, events } from './events.table.ts';
import type { EventRecord } from './staff-events.queries.ts';

const NIGHTS_MAX = 1_000;

type Hours = Pick<EventRecord, 'startsAt' | 'endsAt'>;

/** Nights in these states that stand within a day of these hours, by start. */
export const findEventsNear = (db: Db, { startsAt, endsAt }: Hours, states: EventRecord['state'][]) =>
  db
    .select({ id: events.id, name: events.name, nameLat: events.nameLat, startsAt: events.startsAt, endsAt: events.endsAt })
    .from(events)
    .where(and(inArray(events.state, states), lt(events.startsAt, addDays(endsAt, 1)), gt(events.endsAt, addDays(startsAt, -1))))
    .orderBy(asc(events.startsAt), asc(events.id))
    .limit(NIGHTS_MAX);

/** Whether a night has a release with a price whose sale is not over by then. */
export async function hasOffer(db: Db, eventId: number, then: Date): Promise<boolean> {
  const isOpen = or(isNull(baskets.onSaleUntil), gt(baskets.onSaleUntil, then));
  return (
    (await db.$count(baskets, and(eq(baskets.eventId, eventId), eq(baskets.kind, 'release'), isNotNull(baskets.priceTetri), isOpen))) > 0
  );
}
