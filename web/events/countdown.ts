import { venueDay } from '#shared/dates.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { eventTiming } from '#shared/events/timing.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

export type Countdown = { key: 'hours_left' | 'in_hours' | 'in_days'; count: number };

/** How long until the event begins, or, once it has begun, until it ends; begun hours count. Nothing of an event that is over. */
export function countdown(event: Pick<EventView, 'startDate' | 'endDate'>, now: Date): Countdown | undefined {
  const timing = eventTiming(event, now);
  if (timing === 'ended') return undefined;
  const awaited = timing === 'in_session' ? event.endDate : event.startDate;
  const leftMs = Date.parse(awaited) - now.getTime();
  const hours = Math.max(1, Math.ceil(leftMs / HOUR_MS));
  if (timing === 'in_session') return { key: 'hours_left', count: hours };
  if (leftMs <= DAY_MS) return { key: 'in_hours', count: hours };
  return { key: 'in_days', count: (Date.parse(venueDay(awaited)) - Date.parse(venueDay(now))) / DAY_MS };
}
