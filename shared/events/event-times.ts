import { timeText, venueDay } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import { businessNight, daysLater, fromVenue } from '#shared/venue-moments.ts';

/** The hours of an event as its owner types them: the venue's day (`2026-11-21`), and `23:00` until `07:00`. */
type EventTimes = { day: string; from: string; until: string };

function onDay(day: string, time: string): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return fromVenue(day, hour, minute);
}

/** The business-night rule: an end that is not after the start means the next morning. */
export function eventMoments({ day, from, until }: EventTimes): { startsAt: Date; endsAt: Date } {
  const startsAt = onDay(day, from);
  return { startsAt, endsAt: momentAfter(startsAt, until) };
}

/** Returns the typed form of an event's hours; the event must last less than a day. */
export const eventTimes = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): EventTimes => ({
  day: venueDay(startsAt),
  from: timeText(startsAt),
  until: timeText(endsAt),
});

/** Returns the first moment after `moment` with this time of day. */
function momentAfter(moment: Date, time: string): Date {
  const sameDay = onDay(venueDay(moment), time);
  return sameDay > moment ? sameDay : daysLater(sameDay, 1);
}

/** Returns the moment of an act: the first such time of day since the start, so 01:30 of an event from 23:00 is after midnight. */
export function momentOfAct(startsAt: Date, time: string): Date {
  const sameDay = onDay(venueDay(startsAt), time);
  return sameDay >= startsAt ? sameDay : daysLater(sameDay, 1);
}

/** Returns the moment with this time of day that is nearest to the start, because doors open shortly before or after it. */
export function momentNear(startsAt: Date, time: string): Date {
  const sameDay = onDay(venueDay(startsAt), time);
  const all = [daysLater(sameDay, -1), sameDay, daysLater(sameDay, 1)];
  const distance = (moment: Date) => Math.abs(moment.getTime() - startsAt.getTime());
  return all.toSorted((a, b) => distance(a) - distance(b))[0] ?? sameDay;
}

/** Returns the moment of a door setting: the first such time of day since the doors open, or since the start if that is earlier. */
export function momentAtDoor({ startsAt, opensAt }: { startsAt: Date; opensAt: string | null }, time: string): Date {
  const opening = opensAt === null ? startsAt : momentNear(startsAt, opensAt);
  return momentOfAct(opening < startsAt ? opening : startsAt, time);
}

type Moments = { startsAt: Date; endsAt: Date };

/** Returns true if two events overlap, or begin in the same business night. */
export const shareEvening = (a: Moments, b: Moments): boolean =>
  (a.startsAt < b.endsAt && b.startsAt < a.endsAt) || businessNight(a.startsAt) === businessNight(b.startsAt);

/** Whole days between two calendar days. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** Returns the next Friday, or another weekday (0 is Sunday), on or after the day of `now`. */
export function nextWeekday(weekday: number, now: Date): string {
  const ahead = (weekday - new Date(venueDay(now)).getUTCDay() + 7) % 7;
  return venueDay(daysLater(now, ahead));
}
