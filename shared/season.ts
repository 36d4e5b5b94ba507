import { businessNight, fromVenue } from './venue-moments.ts';

/** The club's year: 1 September to 31 August, in business nights. */
const FIRST_MONTH = 9;
const NOON = 12;

/** The years that events may be in; a season is named by the first of its two. */
export const SEASON_YEARS = { first: 1999, last: 2100 };

/** Shifts the venue's clock at the start of an event so that its season is a calendar year. */
export const SEASON_SHIFT = { hours: -NOON, months: 1 - FIRST_MONTH };

/** The season of a moment, by its first year: 2026 is September 2026 to August 2027. */
export function seasonOf(at: Date): number {
  const [year = 0, month = 0] = businessNight(at).split('-').map(Number);
  return month >= FIRST_MONTH ? year : year - 1;
}

const firstDay = (season: number): string => `${season}-${String(FIRST_MONTH).padStart(2, '0')}-01`;

export const spanOfSeason = (season: number): { from: Date; until: Date } => ({
  from: fromVenue(firstDay(season), NOON),
  until: fromVenue(firstDay(season + 1), NOON),
});

/** `2026-27`, for file names. */
export const seasonFileName = (season: number): string => seasonText(season).replace('–', '-');

/** `2026–27` */
export const seasonText = (season: number): string => `${season}–${String((season + 1) % 100).padStart(2, '0')}`;
