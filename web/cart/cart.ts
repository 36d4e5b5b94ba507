import { useSyncExternalStore } from 'react';
import type { Api } from '#shared/api.ts';
import type { ExpiredLineView } from '#shared/cart/cart.contract.ts';
import { TICKETS_PER_ADD } from '#shared/constants.ts';
import type { CallOptions } from '#shared/contract.ts';
import { ApiError } from '#shared/errors.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { paths } from '#shared/paths.ts';
import { api, session } from '#web/lib/browser-api.ts';
import { cartCount, onCartElsewhere, tellCartChanged } from '#web/lib/cart-count.ts';
import { rememberReturnTo } from '#web/lib/return-to.ts';
import { type CartItem, type CartStore, createCartStore, itemOf, placesIn } from './cart-store.ts';

/** The cart of whoever is signed in in this browser. The number on the header's cart follows it. */
export const cart = createCartStore();

cart.subscribe(() => cartCount.set(placesIn(cart.items())));
session.subscribe(() => {
  if (session.token() !== null || (cart.items().length === 0 && cart.expired().length === 0)) return;
  cart.clear();
  cartCount.set(undefined);
});
if (typeof window !== 'undefined') onCartElsewhere(lookAgain);

const noItems: readonly CartItem[] = [];
const noneExpired: readonly ExpiredLineView[] = [];

export const useCartItems = (): readonly CartItem[] => useSyncExternalStore(cart.subscribe, cart.items, () => noItems);

export const useExpiredItems = (): readonly ExpiredLineView[] => useSyncExternalStore(cart.subscribe, cart.expired, () => noneExpired);

let looking: Promise<void> | undefined;

/** Has the cart be what the server's is, without a word if that fails: nobody asked for it. */
export function lookAgain(): void {
  if (session.token() === null) return;
  looking ??= fetchCart(api, cart)
    .catch(() => undefined)
    .finally(() => {
      looking = undefined;
    });
}

/** After a change the server knows of: the other tabs are to know it, too. */
export function cartChanged(): void {
  tellCartChanged();
  lookAgain();
}

/** What the Get Ticket button does. Whoever is not signed in is led to the login by the call itself, and finds the way back afterwards. */
export async function addToCart(event: EventView): Promise<AddTicketResult> {
  if (session.token() === null) rememberReturnTo(paths.event(event.id));
  const result = await addTicket(api, cart, event);
  if (result.kind === 'added') tellCartChanged();
  return result;
}

/** Nothing depends on this answer: nobody waits long for it. */
const FETCH_TIMEOUT_MS = 3_000;

/** How adding went. `failed` carries what was answered; it is shown as the server's message, else "Failed to add ticket to cart." */
type AddTicketResult =
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

/** @throws a 401, so that nothing is added while the login opens; ignores other errors */
function unlessLoginRequired(error: unknown): undefined {
  if (error instanceof ApiError && error.status === 401) throw error;
}

function refusalOf(error: unknown): AddTicketResult {
  const code = error instanceof ApiError ? error.body.code : undefined;
  if (code === 'ticket_in_cart') return { kind: 'already_in_cart' };
  if (code === 'price_unavailable') return { kind: 'no_price' };
  return { kind: 'failed', error };
}

/**
 * Fetches the cart, which replaces the one the browser knew (spec §4); again when that was changed here meanwhile, so that no line comes
 * back that was just removed. @throws ApiError, TypeError when what came is no cart
 */
export async function fetchCart(api: Api, cart: CartStore, options?: CallOptions): Promise<void> {
  const before = cart.changes();
  const answer: unknown = await api.cart.get({}, options);
  if (cart.changes() !== before) return fetchCart(api, cart, options);
  if (!cart.take(isObject(answer) ? answer : undefined)) throw new TypeError('This is no cart.');
}

const isObject = (answer: unknown): answer is object => typeof answer === 'object' && answer !== null;
