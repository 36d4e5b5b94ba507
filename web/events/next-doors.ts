import { OPENING_DAYS, OPENING_HOUR } from '#shared/constants.ts';
import { addDays, fromVenue, venueDay, venueTime } from '#shared/dates.ts';
import type { EventView } from '#shared/events/event.views.ts';

const DAYS_OF_A_WEEK = 7;

/** When the doors open next: for the next event, else on the next opening day (spec §1). */
export function nextDoors(event: Pick<EventView, 'startDate'> | undefined, now: Date): Date {
  if (event && Date.parse(event.startDate) > now.getTime()) return new Date(event.startDate);
  const openings = Array.from({ length: DAYS_OF_A_WEEK + 1 }, (_, days) => fromVenue(venueDay(addDays(now, days)), OPENING_HOUR));
  const isOpeningDay = (at: Date) => OPENING_DAYS.some((day) => day === venueTime(at).weekday);
  return openings.find((at) => isOpeningDay(at) && at > now) ?? now;
}
