import { DEFAULT_TIME_ZONE, setVenueTimeZone } from '#shared/dates.ts';
import { onTestFinished } from './on-test-finished.ts';

/** Moves the club of this test to another time zone. A server sets its own, so this is for code that runs without one. */
export function moveClub(timeZone: string): void {
  onTestFinished(() => setVenueTimeZone(DEFAULT_TIME_ZONE));
  setVenueTimeZone(timeZone);
}
