import type { TicketView } from '#shared/tickets/tickets.contract.ts';

/** Spec §4: by id, highest first. Nothing when what came is no list. */
export function newestFirst(tickets: unknown): TicketView[] | undefined {
  return isTicketList(tickets) ? tickets.toSorted((a, b) => b.id - a.id) : undefined;
}

/** The list is judged as the spec says; what is wrong inside a ticket its card says. */
const isTicketList = (tickets: unknown): tickets is TicketView[] => Array.isArray(tickets);

/** The price in GEL; nothing for one that is none: the card then says N/A. */
export const validPrice = (price: unknown): number | undefined =>
  typeof price === 'number' && Number.isFinite(price) && price >= 0 ? price : undefined;

/** The event a ticket is for; nothing when the ticket does not say. */
export function eventIdOf(ticket: { basket?: { eventId?: unknown } }): number | undefined {
  const id = ticket.basket?.eventId;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
