import type { Language } from './constants.ts';
import { DAY_MS, MINUTE_MS } from './durations.ts';

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
export const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;

type VenueTime = {
  year: number;
  /** 1–12 */
  month: number;
  day: number;
  weekday: (typeof WEEKDAYS)[number];
  monthName: (typeof MONTHS)[number];
  hour: number;
  minute: number;
};

/** Names the time of the club until `setVenueTimeZone` names another. */
export const DEFAULT_TIME_ZONE = 'Asia/Tbilisi';

let zone = '';
let clock: Intl.DateTimeFormat;
let offsets: Map<number, number>;

/** Sets the club's time zone for this process, worker or page, once and before any other function of this file is called. */
export function setVenueTimeZone(timeZone: string): void {
  if (timeZone === zone) return;
  zone = timeZone;
  // Swedish is written like ISO 8601.
  clock = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  offsets = new Map();
}
setVenueTimeZone(DEFAULT_TIME_ZONE);

/** The IANA name of the club's time zone. */
export const venueTimeZone = (): string => zone;

/** Clocks change on a quarter of an hour in UTC. */
const QUARTER_MS = 15 * MINUTE_MS;
const OFFSETS_KEPT = 10_000;

/** How far the venue is ahead of UTC, in milliseconds. */
export function offsetAt(ms: number): number {
  const quarter = Math.floor(ms / QUARTER_MS) * QUARTER_MS;
  let offset = offsets.get(quarter);
  if (offset === undefined) {
    offset = Date.parse(`${clock.format(quarter).replace(' ', 'T')}Z`) - quarter;
    if (offsets.size === OFFSETS_KEPT) offsets.clear();
    offsets.set(quarter, offset);
  }
  return offset;
}

/** The venue's clock as if it were UTC; a calendar day (`2026-11-21`) is not a moment and has no zone. */
export function atVenue(at: Date | string): Date {
  const ms = new Date(at).getTime();
  return new Date(typeof at === 'string' && at.length === 10 ? ms : ms + offsetAt(ms));
}

/** Returns the venue's date and time at a moment, independent of the reader's time zone. */
export function venueTime(at: Date | string): VenueTime {
  const shifted = atVenue(at);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    weekday: WEEKDAYS[shifted.getUTCDay()] ?? 'sunday',
    monthName: MONTHS[shifted.getUTCMonth()] ?? 'january',
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
  };
}

/** A moment on the wire: `2026-11-21T23:00:00+04:00`. */
export function toWireTime(at: Date): string {
  const offset = offsetAt(at.getTime());
  return atVenue(at).toISOString().slice(0, 19) + (offset < 0 ? '-' : '+') + new Date(Math.abs(offset)).toISOString().slice(11, 16);
}

/** The venue's calendar day of a moment: `2026-11-21`. */
export const venueDay = (at: Date | string): string => atVenue(at).toISOString().slice(0, 10);

/** So many times 24 hours later, for spans of time; `daysLater` keeps the time of day at the venue. */
export const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** `23:00`, `00:05` (spec §9). */
export const timeText = (at: Date | string): string => atVenue(at).toISOString().slice(11, 16);

/** i18next's `t`, or any function that returns the text of `months.november`. */
export type TranslateDate = (key: `months.${(typeof MONTHS)[number]}` | `weekdays.${(typeof WEEKDAYS)[number]}`) => string;

/** Spec §9: English `November 21, 2026`; any other language `21 ნოემბერი, 2026`, with a no-break space between day and month. */
export function dateText(at: Date | string, language: Language, translate: TranslateDate): string {
  const { year, monthName, day } = venueTime(at);
  const month = translate(`months.${monthName}`);
  return language === 'en' ? `${month} ${day}, ${year}` : `${day}\u00a0${month}, ${year}`;
}

export const weekdayText = (at: Date | string, translate: TranslateDate): string => translate(`weekdays.${venueTime(at).weekday}`);
