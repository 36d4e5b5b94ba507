import { addDays, fromVenue, venueDay, venueTime } from '#shared/dates.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { standardOpening } from '#shared/opening.ts';

const DAYS_OF_A_WEEK = 7;
const MINUTE_MS = 60_000;

/** When the doors open next: for the next event, else on the next opening day (spec §1). */
export function nextDoors(event: Pick<EventView, 'startDate'> | undefined, now: Date, opening = standardOpening): Date {
  if (event && Date.parse(event.startDate) > now.getTime()) return new Date(event.startDate);
  const openings = Array.from({ length: DAYS_OF_A_WEEK + 1 }, (_, days) => venueMoment(venueDay(addDays(now, days)), opening.from));
  const isOpeningDay = (at: Date) => opening.days.some((day) => day === venueTime(at).weekday);
  return openings.find((at) => isOpeningDay(at) && at > now) ?? now;
}

/** The moment of a venue day and time, `23:30`. */
const venueMoment = (day: string, time: string): Date =>
  new Date(fromVenue(day, Number(time.slice(0, 2))).getTime() + Number(time.slice(3, 5)) * MINUTE_MS);
