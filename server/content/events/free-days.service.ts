import type { Context } from '#server/platform/context.ts';
import { venueDay, venueTime } from '#shared/dates.ts';
import { daysBetween, shareEvening } from '#shared/events/event-times.ts';
import type { FreeDaysInput } from '#shared/staff/events.schemas.ts';
import { daysLater } from '#shared/venue-moments.ts';
import { knownEvent } from './event-warnings.service.ts';
import { findEventsNear } from './staff-events.queries.ts';

const DAYS_AHEAD = 371;

/**
 * Returns the next days on which a copy would not overlap another event, drafts included: on its own weekday, or on the club's opening
 * days. @throws event_not_found
 */
export async function listFreeDays(
  ctx: Context,
  { id, count = 1, on = 'weekday' }: FreeDaysInput & { id: number },
): Promise<{ days: string[] }> {
  const event = await knownEvent(ctx, id);
  const now = ctx.clock.now();
  const first = Math.max(1, daysBetween(venueDay(event.startsAt), venueDay(now)));
  const opening: readonly string[] = ctx.venue().opening.days;
  const isWanted = ({ startsAt }: { startsAt: Date }) =>
    on === 'weekday' ? venueTime(startsAt).weekday === venueTime(event.startsAt).weekday : opening.includes(venueTime(startsAt).weekday);
  const plans = Array.from({ length: DAYS_AHEAD }, (_, place) => {
    const days = first + place;
    return { startsAt: daysLater(event.startsAt, days), endsAt: daysLater(event.endsAt, days) };
  }).filter((plan) => plan.startsAt > now && isWanted(plan));
  const [earliest, latest] = [plans[0], plans.at(-1)];
  if (!earliest || !latest) return { days: [] };
  const taken = await findEventsNear(ctx.db, { startsAt: earliest.startsAt, endsAt: latest.endsAt }, ['draft', 'published']);
  const free: typeof plans = [];
  for (const plan of plans) {
    if (free.length === count) break;
    if (![...taken, ...free].some((other) => shareEvening(other, plan))) free.push(plan);
  }
  return { days: free.map(({ startsAt }) => venueDay(startsAt)) };
}
