import { isOnSale } from '#shared/events/timing.ts';
import { ALL_TENTHS } from '#shared/media/cover-state.ts';

type Release = { quota: number; taken: number; onSaleFrom: Date | string | null; onSaleUntil: Date | string | null };
type Stock = { capacity: number; taken: number };

/** A release's own free places, without regard to the event's capacity. */
const placesLeft = ({ quota, taken }: Release): number => Math.max(0, quota - taken);

/** Places that can be taken now: those of the release, limited by the event's capacity. */
export const placesFree = (release: Release, { capacity, taken }: Stock): number =>
  Math.min(placesLeft(release), Math.max(0, capacity - taken));

/**
 * Puts releases in the order in which they sell `quantity` places, the first one being sold: window open with enough places left, then
 * window open, then the others; each by position, as given.
 */
export function inSaleOrder<R extends Release>(releases: readonly R[], now: Date, quantity = 1): R[] {
  const rank = (release: R): number => (isOnSale(release, now) ? (placesLeft(release) >= quantity ? 0 : 1) : 2);
  return releases.toSorted((a, b) => rank(a) - rank(b));
}

type Awaited = Stock & { fewestAwaited: number; releases: readonly (Release & { priceTetri: number | null })[] };

/** What is free now is for somebody who waits, who would get it. */
export function isReservedForWaitlist({ fewestAwaited, releases, ...event }: Awaited, now: Date): boolean {
  const onSale = releases.filter((release) => release.priceTetri !== null && isOnSale(release, now));
  return onSale.some((release) => placesFree(release, event) >= fewestAwaited);
}

type Offered = Stock & { releases: readonly Release[] };

/** How many tenths of the places that an event offers are taken, rounded down; 10 only when none is left. */
export function soldTenths(event: Offered): number {
  const free = Math.min(
    Math.max(0, event.capacity - event.taken),
    event.releases.reduce((sum, release) => sum + placesLeft(release), 0),
  );
  const offered = event.taken + free;
  if (offered === 0) return 0;
  return free === 0 ? ALL_TENTHS : Math.floor((ALL_TENTHS * event.taken) / offered);
}
