import { toWireTime } from '#shared/dates.ts';
import type { DoorEvent } from '#shared/door/door.contract.ts';
import { requireAdmin, type Context } from '#server/platform/context.ts';
import { findComingEvents, findOverEvents, type DoorEventRow } from './door-events.queries.ts';

const COMING_SHOWN = 6;
const OVER_SHOWN = 2;

/** The published events around the present, the likeliest first. @throws unauthorized, forbidden */
export async function listDoorEvents(ctx: Context): Promise<DoorEvent[]> {
  requireAdmin(ctx);
  const now = ctx.clock.now();
  const [coming, over] = await Promise.all([findComingEvents(ctx.db, now, COMING_SHOWN), findOverEvents(ctx.db, now, OVER_SHOWN)]);
  return [...coming, ...over]
    .toSorted((a, b) => distance(a, now) - distance(b, now) || b.startsAt.getTime() - a.startsAt.getTime())
    .map(({ startsAt, endsAt, ...event }) => ({
      ...event,
      startDate: toWireTime(startsAt),
      endDate: toWireTime(endsAt),
      isRunning: startsAt <= now && now < endsAt,
      isOver: endsAt <= now,
    }));
}

/** Milliseconds until the start or since the end; 0 while it runs. */
const distance = ({ startsAt, endsAt }: DoorEventRow, now: Date): number =>
  Math.max(0, startsAt.getTime() - now.getTime(), now.getTime() - endsAt.getTime());
