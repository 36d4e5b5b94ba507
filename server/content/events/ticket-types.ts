import { isOnSale } from '#shared/events/timing.ts';
import { ALL_TENTHS } from '#shared/media/cover-state.ts';

type TicketType = { quota: number; taken: number; onSaleFrom: Date | string | null; onSaleUntil: Date | string | null };
type Stock = { capacity: number; taken: number };

/** A ticket type's own free places, without regard to the event's capacity. */
const placesLeft = ({ quota, taken }: TicketType): number => Math.max(0, quota - taken);

/** Places that can be taken now: those of the ticket type, limited by the event's capacity. */
export const placesFree = (ticketType: TicketType, { capacity, taken }: Stock): number =>
  Math.min(placesLeft(ticketType), Math.max(0, capacity - taken));

/**
 * Puts ticket types in the order in which they sell `quantity` places, the first one being sold: window open with enough places left, then
 * window open, then the others; each by position, as given.
 */
export function inSaleOrder<R extends TicketType>(ticketTypes: readonly R[], now: Date, quantity = 1): R[] {
  const rank = (ticketType: R): number => (isOnSale(ticketType, now) ? (placesLeft(ticketType) >= quantity ? 0 : 1) : 2);
  return ticketTypes.toSorted((a, b) => rank(a) - rank(b));
}

type Awaited = Stock & { fewestAwaited: number; ticketTypes: readonly (TicketType & { priceTetri: number | null })[] };

/** What is free now is for somebody who waits, who would get it. */
export function isReservedForWaitlist({ fewestAwaited, ticketTypes, ...event }: Awaited, now: Date): boolean {
  const onSale = ticketTypes.filter((ticketType) => ticketType.priceTetri !== null && isOnSale(ticketType, now));
  return onSale.some((ticketType) => placesFree(ticketType, event) >= fewestAwaited);
}

type Offered = Stock & { ticketTypes: readonly TicketType[] };

/** How many tenths of the places that an event offers are taken, rounded down; 10 only when none is left. */
export function soldTenths(event: Offered): number {
  const free = Math.min(
    Math.max(0, event.capacity - event.taken),
    event.ticketTypes.reduce((sum, ticketType) => sum + placesLeft(ticketType), 0),
  );
  const offered = event.taken + free;
  if (offered === 0) return 0;
  return free === 0 ? ALL_TENTHS : Math.floor((ALL_TENTHS * event.taken) / offered);
}
