import { CLOSING_HOUR, OPENING_DAYS, OPENING_HOUR } from '#shared/constants.ts';
import { addDays, fromVenue, venueDay, venueTime } from '#shared/dates.ts';

export type Night = { startsAt: Date; endsAt: Date };
/** Each list by start; the nights of all three never overlap. */
export type DemoSchedule = { past: Night[]; running: Night; coming: Night[] };

const HOUR_MS = 60 * 60 * 1000;
const NIGHT_HOURS = 24 - OPENING_HOUR + CLOSING_HOUR;
const RUNNING_FOR_HOURS = 3;
const PAST_NIGHTS = 8;
const COMING_NIGHTS = 4;
/** Enough weekends on either side for the counts above. */
const DAYS_BACK = 42;
const DAYS_AHEAD = 28;

const openingDays: readonly string[] = OPENING_DAYS;

/** When the demo's events are: one in session for three to four hours now, the others on the weekend nights around it. */
export function planSchedule(now: Date): DemoSchedule {
  const running = runningNight(now);
  const nights = Array.from({ length: DAYS_BACK + DAYS_AHEAD }, (_, day) => venueDay(addDays(now, day - DAYS_BACK)))
    .filter((day) => openingDays.includes(venueTime(fromVenue(day, OPENING_HOUR)).weekday))
    .map((day) => nightFrom(fromVenue(day, OPENING_HOUR)));
  return {
    past: nights.filter(({ endsAt }) => endsAt <= running.startsAt).slice(-PAST_NIGHTS),
    running,
    coming: nights.filter(({ startsAt }) => startsAt >= running.endsAt).slice(0, COMING_NIGHTS),
  };
}

/** A night of the usual length that began on a full hour. */
function runningNight(now: Date): Night {
  const fullHour = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  return nightFrom(new Date(fullHour - RUNNING_FOR_HOURS * HOUR_MS));
}

const nightFrom = (startsAt: Date): Night => ({ startsAt, endsAt: new Date(startsAt.getTime() + NIGHT_HOURS * HOUR_MS) });
