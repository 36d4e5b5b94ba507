import type { Language } from './constants.ts';
import { DAY_MS, HOUR_MS } from './durations.ts';

/** Georgia has used UTC+4 all year since 2005, so venue time needs no time-zone data on any device. */
const VENUE_OFFSET_MS = 4 * HOUR_MS;
const VENUE_OFFSET = '+04:00';
const BUSINESS_NIGHT_START_HOUR = 12;

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

const pad = (value: number, length = 2): string => String(value).padStart(length, '0');
const atVenue = (at: Date | string): Date => new Date(new Date(at).getTime() + VENUE_OFFSET_MS);

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
  return atVenue(at).toISOString().slice(0, 19) + VENUE_OFFSET;
}

/** The venue's calendar day of a moment: `2026-11-21`. */
export const venueDay = (at: Date | string): string => atVenue(at).toISOString().slice(0, 10);

/** The moment of an hour on a venue day; hours past 23 fall on the next day. */
export function fromVenue(day: string, hour: number, minute = 0): Date {
  return new Date(Date.parse(`${day}T00:00:00${VENUE_OFFSET}`) + (hour * 60 + minute) * 60_000);
}

/** The moments at which a calendar day at the venue begins and ends. */
export const spanOfDay = (day: string): { from: Date; until: Date } => ({ from: fromVenue(day, 0), until: fromVenue(day, 24) });

/** The business night, 12:00 to 12:00 venue time, named by the day it began: 03:00 on Sunday belongs to Saturday. */
export function businessNight(at: Date): string {
  return venueDay(new Date(at.getTime() - BUSINESS_NIGHT_START_HOUR * 60 * 60_000));
}

export const addDays = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** `23:00`, `00:05` (spec §9). */
export function timeText(at: Date | string): string {
  const { hour, minute } = venueTime(at);
  return `${pad(hour)}:${pad(minute)}`;
}

/** i18next's `t`, or any function that returns the text of `months.november`. */
export type TranslateDate = (key: `months.${(typeof MONTHS)[number]}` | `weekdays.${(typeof WEEKDAYS)[number]}`) => string;

/** Spec §9: English `November 21, 2026`; any other language `21 ნოემბერი, 2026`, with a no-break space between day and month. */
export function dateText(at: Date | string, language: Language, translate: TranslateDate): string {
  const { year, monthName, day } = venueTime(at);
  const month = translate(`months.${monthName}`);
  return language === 'en' ? `${month} ${day}, ${year}` : `${day}\u00a0${month}, ${year}`;
}

export const weekdayText = (at: Date | string, translate: TranslateDate): string => translate(`weekdays.${venueTime(at).weekday}`);
