import { venueDay } from '#shared/dates.ts';
import { DAY_MS, HOUR_MS } from '#shared/durations.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventTiming } from '#shared/events/timing.ts';

type Timed = Pick<EventView, 'startDate' | 'endDate'>;

const SOON_MS = 2 * DAY_MS;

/** Too long before the start to say "starting soon". */
export const isFarAway = ({ startDate }: Pick<Timed, 'startDate'>, now: Date): boolean => Date.parse(startDate) - now.getTime() > SOON_MS;

type Countdown = { key: 'hours_left' | 'in_hours' | 'in_days'; count: number };

/** How long until the event begins, or, once it has begun, until it ends, with hours rounded up; undefined when it is over. */
export function countdown(event: Timed, now: Date): Countdown | undefined {
  const timing = eventTiming(event, now);
  if (timing === 'ended') return undefined;
  const awaited = timing === 'in_session' ? event.endDate : event.startDate;
  const leftMs = Date.parse(awaited) - now.getTime();
  const hours = Math.max(1, Math.ceil(leftMs / HOUR_MS));
  if (timing === 'in_session') return { key: 'hours_left', count: hours };
  if (leftMs <= DAY_MS) return { key: 'in_hours', count: hours };
  return { key: 'in_days', count: (Date.parse(venueDay(awaited)) - Date.parse(venueDay(now))) / DAY_MS };
}
