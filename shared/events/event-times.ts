import { addDays, businessNight, fromVenue, timeText, venueDay } from '#shared/dates.ts';

/** An event as its owner says it: the venue's day (`2026-11-21`), and `23:00` until `07:00`. */
export type EventTimes = { day: string; from: string; until: string };

const DAY_MS = 24 * 60 * 60_000;

function onDay(day: string, time: string): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return fromVenue(day, hour, minute);
}

/** The business-night rule: an end that is not after the start means the next morning. */
export function eventMoments({ day, from, until }: EventTimes): { startsAt: Date; endsAt: Date } {
  const startsAt = onDay(day, from);
  return { startsAt, endsAt: momentAfter(startsAt, until) };
}

/** The words for the moments of an event that lasts less than a day. */
export const eventTimes = ({ startsAt, endsAt }: { startsAt: Date; endsAt: Date }): EventTimes => ({
  day: venueDay(startsAt),
  from: timeText(startsAt),
  until: timeText(endsAt),
});

/** When it is this time of day for the first time after a moment. */
function momentAfter(moment: Date, time: string): Date {
  const sameDay = onDay(venueDay(moment), time);
  return sameDay > moment ? sameDay : addDays(sameDay, 1);
}

/** The moment of an act: the first such time of day since the doors opened, so 01:30 of an event from 23:00 is after midnight. */
export function momentOfAct(startsAt: Date, time: string): Date {
  const sameDay = onDay(venueDay(startsAt), time);
  return sameDay >= startsAt ? sameDay : addDays(sameDay, 1);
}

type Moments = { startsAt: Date; endsAt: Date };

/** True when two events want the room at one time, or begin in the same business night. */
export const shareEvening = (a: Moments, b: Moments): boolean =>
  (a.startsAt < b.endsAt && b.startsAt < a.endsAt) || businessNight(a.startsAt) === businessNight(b.startsAt);

/** Whole days between two days of the calendar. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** The next Friday, or whichever weekday (0 is Sunday), from the day of this moment on. */
export function nextWeekday(weekday: number, now: Date): string {
  const ahead = (weekday - new Date(venueDay(now)).getUTCDay() + 7) % 7;
  return venueDay(addDays(now, ahead));
}

const WRITTEN_TIME = /^(\d{1,2})(?:[:.\s]?(\d{2}))?$/;

/** `23:00` for what a person writes as a time of day: 23.00, 2300, 7, 7:30. Nothing for anything else. */
export function writtenTime(text: string): string | undefined {
  const [, hour, minute = '00'] = WRITTEN_TIME.exec(text.trim()) ?? [];
  if (hour === undefined || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return `${hour.padStart(2, '0')}:${minute}`;
}
