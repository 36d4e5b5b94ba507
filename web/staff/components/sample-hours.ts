import { CLOSING_HOUR, OPENING_HOUR } from '#shared/constants.ts';
import { toWireTime } from '#shared/dates.ts';
import { fromVenue } from '#shared/venue-moments.ts';

const SOME_DAY = '2026-01-02';

/** The hours of an event that only a preview shows. */
export const sampleHours = (): { startDate: string; endDate: string } => ({
  startDate: toWireTime(fromVenue(SOME_DAY, OPENING_HOUR)),
  endDate: toWireTime(fromVenue(SOME_DAY, 24 + CLOSING_HOUR)),
});
