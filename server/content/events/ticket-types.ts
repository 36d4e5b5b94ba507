import { isOnSale } from '#shared/events/timing.ts';
import { ALL_TENTHS } from '#shared/media/cover-state.ts';

type TicketType = { allocation: number; soldOrReserved: number; onSaleFrom: Date | string | null; onSaleUntil: Date | string | null };
type Stock = { capacity: number; soldOrReserved: number };

/** Returns the free places of a ticket type, ignoring the event's capacity. */
const placesLeft = ({ allocation, soldOrReserved }: TicketType): number => Math.max(0, allocation - soldOrReserved);

/** Returns the places that can be taken now: those of the ticket type, limited by the event's capacity. */
export const placesFree = (ticketType: TicketType, { capacity, soldOrReserved }: Stock): number =>
  Math.min(placesLeft(ticketType), Math.max(0, capacity - soldOrReserved));

/**
 * Puts ticket types in the order in which they sell `quantity` places; the first is sold. First those on sale with enough places, then the
 * others on sale, then the rest; each in the given order.
 */
export function inSaleOrder<R extends TicketType>(ticketTypes: readonly R[], now: Date, quantity = 1): R[] {
  const rank = (ticketType: R): number => (isOnSale(ticketType, now) ? (placesLeft(ticketType) >= quantity ? 0 : 1) : 2);
  return ticketTypes.toSorted((a, b) => rank(a) - rank(b));
}

type Awaited = Stock & { fewestAwaited: number; ticketTypes: readonly (TicketType & { priceTetri: number | null })[] };

/** Returns true if the free places are enough for a waitlist entry, so that they are reserved for the waitlist. */
export function isReservedForWaitlist({ fewestAwaited, ticketTypes, ...event }: Awaited, now: Date): boolean {
  const onSale = ticketTypes.filter((ticketType) => ticketType.priceTetri !== null && isOnSale(ticketType, now));
  return onSale.some((ticketType) => placesFree(ticketType, event) >= fewestAwaited);
}

type Offered = Stock & { ticketTypes: readonly TicketType[] };

/** Returns how many tenths of an event's offered places are taken, rounded down; 10 only when none is left. */
export function soldTenths(event: Offered): number {
  const free = Math.min(
    Math.max(0, event.capacity - event.soldOrReserved),
    event.ticketTypes.reduce((sum, ticketType) => sum + placesLeft(ticketType), 0),
  );
  const offered = event.soldOrReserved + free;
  if (offered === 0) return 0;
  return free === 0 ? ALL_TENTHS : Math.floor((ALL_TENTHS * event.soldOrReserved) / offered);
}
