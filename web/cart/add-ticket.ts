import type { Api } from '#shared/api.ts';
import { TICKETS_PER_ADD } from '#shared/constants.ts';
import { ApiError } from '#shared/errors.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { itemOf, type CartStore } from './cart-store.ts';

/** Nothing depends on this answer: nobody waits long for it. */
const FETCH_TIMEOUT_MS = 3_000;

/** How adding went. `failed` carries what was answered; it is shown as the server's message, else "Failed to add ticket to cart." */
export type AddTicketResult =
  | { kind: 'added'; ticketId: number; heldUntil: string }
  | { kind: 'already_in_cart' }
  | { kind: 'no_price' }
  | { kind: 'failed'; error: unknown };

/**
 * Spec §4 and §5: refused while a ticket of the same event is in the cart or the event has no price; else the cart is fetched and one
 * ticket is added. What was fetched decides nothing, nor that it could not be; like every fetched cart it replaces the one the browser
 * knows. The server's own refusal for the same reasons reads the same.
 */
export async function addTicket(api: Api, cart: CartStore, event: EventView): Promise<AddTicketResult> {
  if (cart.items().some(({ itemType, eventId }) => itemType === 'ticket' && eventId === event.id)) return { kind: 'already_in_cart' };
  if (typeof event.baskets[0]?.price !== 'number') return { kind: 'no_price' };
  try {
    cart.take(await api.cart.get({}, { timeoutMs: FETCH_TIMEOUT_MS }).catch(unlessLoginRequired));
    const quantity = TICKETS_PER_ADD;
    const { ticketId, price, heldUntil } = await api.cart.addTicket({ eventId: event.id, quantity });
    cart.add(itemOf(event, { eventId: event.id, ticketId, price, heldUntil, quantity }));
    return { kind: 'added', ticketId, heldUntil };
  } catch (error) {
    return refusalOf(error);
  }
}

/** Whoever is on the way to the login adds nothing. */
function unlessLoginRequired(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 401) throw error;
}

function refusalOf(error: unknown): AddTicketResult {
  const code = error instanceof ApiError ? error.body.code : undefined;
  if (code === 'ticket_in_cart') return { kind: 'already_in_cart' };
  if (code === 'price_unavailable') return { kind: 'no_price' };
  return { kind: 'failed', error };
}
