import { atVenue, offsetAt } from './dates.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

/**
 * Returns the moment at which the venue's clock shows this time. As in calendar files (RFC 5545), a time that the clock shows twice means
 * the first, and one that it skips is as much later as was skipped: 02:30 is 03:30.
 */
function fromClock(shown: number): Date {
  if (Number.isNaN(shown)) return new Date(shown);
  const earlier = shown - offsetAt(shown - DAY_MS);
  const later = shown - offsetAt(shown + DAY_MS);
  const isShown = (ms: number): boolean => ms + offsetAt(ms) === shown;
  return new Date(!isShown(earlier) && isShown(later) ? later : earlier);
}

/** The moment of an hour on a venue day; hours past 23 fall on the next day. */
export const fromVenue = (day: string, hour: number, minute = 0): Date =>
  fromClock(Date.parse(`${day}T00:00Z`) + hour * HOUR_MS + minute * MINUTE_MS);

/** The moments at which a calendar day at the venue begins and ends. */
export const spanOfDay = (day: string): { from: Date; until: Date } => ({ from: fromVenue(day, 0), until: fromVenue(day, 24) });

/** A time of day at the venue, so many days later: 23 or 25 hours when its clock changes between them. */
export const daysLater = (at: Date, days: number): Date => fromClock(atVenue(at).getTime() + days * DAY_MS);

const BUSINESS_NIGHT_START_HOUR = 12;

/** The business night, 12:00 to 12:00 venue time, named by the day it began: 03:00 on Sunday belongs to Saturday. */
export const businessNight = (at: Date): string =>
  new Date(atVenue(at).getTime() - BUSINESS_NIGHT_START_HOUR * HOUR_MS).toISOString().slice(0, 10);
