import { venueDay } from '#shared/dates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/durations.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventTiming } from '#shared/events/timing.ts';

type Timed = Pick<EventView, 'startDate' | 'endDate'>;

const SOON_MS = 2 * DAY_MS;

/** Too early to say "starting soon". */
export const isFarAway = ({ startDate }: Pick<Timed, 'startDate'>, now: Date): boolean => Date.parse(startDate) - now.getTime() > SOON_MS;

type Countdown = { key: 'hours_left' | 'minutes_left' | 'in_hours' | 'in_minutes' | 'in_days'; count: number };

/**
 * The time until the event begins, then until it ends; undefined once it is over. In hours, rounded; below two hours in minutes, rounded
 * down.
 */
export function countdown(event: Timed, now: Date): Countdown | undefined {
  const timing = eventTiming(event, now);
  if (timing === 'ended') return undefined;
  const isRunning = timing === 'in_session';
  const awaited = isRunning ? event.endDate : event.startDate;
  const leftMs = Date.parse(awaited) - now.getTime();
  if (!isRunning && leftMs > DAY_MS) return { key: 'in_days', count: (Date.parse(venueDay(awaited)) - Date.parse(venueDay(now))) / DAY_MS };
  if (leftMs >= 2 * HOUR_MS) return { key: isRunning ? 'hours_left' : 'in_hours', count: Math.round(leftMs / HOUR_MS) };
  return { key: isRunning ? 'minutes_left' : 'in_minutes', count: Math.max(1, Math.floor(leftMs / MINUTE_MS)) };
}
