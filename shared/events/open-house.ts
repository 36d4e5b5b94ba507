import { venueTime } from '#shared/dates.ts';
import { HOUR_MS } from '#shared/durations.ts';
import type { EventView } from './events.contract.ts';

/** The event around which the house is open, from a day before it until the morning after, and the event after it. */
export type OpenHouse = Pick<EventView, 'id' | 'name' | 'nameLat' | 'startDate' | 'endDate' | 'lineUps'> & {
  next?: Pick<EventView, 'id' | 'name' | 'nameLat' | 'startDate'>;
};

type Hours = { startDate: string | Date; endDate: string | Date };
/** How the site looks around an event: in the hours before the doors, while it runs, and the morning after. */
export type HousePhase = 'evening' | 'night' | 'morning';

/** In hours since noon, because an event belongs to the day on whose evening it begins. */
const EVENING_FROM = 8;
const MORNING = { from: 15, until: 24, longest: 6 };

const sinceNoon = (at: string | Date): number => {
  const { hour, minute } = venueTime(at);
  return ((hour + 12) % 24) + minute / 60;
};

/** From 20:00 of the event's day, or from its start if that is earlier, until noon after it; a day party has no morning. */
function houseHours({ startDate, endDate }: Hours): { from: number; until: number } {
  const [start, end] = [new Date(startDate).getTime(), new Date(endDate).getTime()];
  const early = Math.max(0, sinceNoon(startDate) - EVENING_FROM);
  const ended = sinceNoon(endDate);
  const late = ended < MORNING.from ? 0 : Math.min(MORNING.longest, MORNING.until - ended);
  return { from: start - early * HOUR_MS, until: end + late * HOUR_MS };
}

/** Undefined while the house is closed. */
export function housePhase(event: Hours, now: Date): HousePhase | undefined {
  const { from, until } = houseHours(event);
  const at = now.getTime();
  if (at < from || at >= until) return undefined;
  if (at < new Date(event.startDate).getTime()) return 'evening';
  return at <= new Date(event.endDate).getTime() ? 'night' : 'morning';
}

/** Returns true until the morning after the event is over. */
export const isStillOpen = (event: Hours, now: Date): boolean => now.getTime() < houseHours(event).until;
