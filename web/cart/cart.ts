import { useSyncExternalStore } from 'react';
import type { Api } from '#shared/api.ts';
import type { ExpiredLineView } from '#shared/cart/cart.contract.ts';
import { DEFAULT_QUANTITY } from '#shared/constants.ts';
import { type CallOptions, isObject } from '#shared/contract.ts';
import { ApiError } from '#shared/errors.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { paths } from '#shared/paths.ts';
import { api, session } from '#web/lib/browser-api.ts';
import { cartCount, onCartElsewhere, tellCartChanged } from '#web/lib/cart-count.ts';
import { rememberReturnTo } from '#web/lib/return-to.ts';
import { forgetPromoCode } from './promo-codes.ts';
import { type CartItem, type CartStore, createCartStore, itemOf, placesIn } from './cart-store.ts';

/** The cart of the user who is signed in in this browser. The number on the header's cart follows it. */
export const cart = createCartStore();

cart.subscribe(() => cartCount.set(placesIn(cart.items())));
session.subscribe(() => {
  if (session.token() !== null || (cart.items().length === 0 && cart.expired().length === 0)) return;
  cart.clear();
  cartCount.set(undefined);
});
if (typeof window !== 'undefined') onCartElsewhere(refetchCart);

const noItems: readonly CartItem[] = [];
const noneExpired: readonly ExpiredLineView[] = [];

export const useCartItems = (): readonly CartItem[] => useSyncExternalStore(cart.subscribe, cart.items, () => noItems);

export const useExpiredItems = (): readonly ExpiredLineView[] => useSyncExternalStore(cart.subscribe, cart.expired, () => noneExpired);

let looking: Promise<void> | undefined;

/** Fetches the cart again; a failure is not shown, because the user did not ask for it. */
export function refetchCart(): void {
  if (session.token() === null) return;
  looking ??= fetchCart(api, cart)
    .catch(() => undefined)
    .finally(() => {
      looking = undefined;
    });
}

/** Notifies the other tabs after a change that the server has stored. */
export function cartChanged(): void {
  tellCartChanged();
  refetchCart();
}

/** The action of the Get Ticket button. For a visitor the request itself opens the login, which leads back here afterwards. */
export async function addToCart(event: EventView, code?: string): Promise<AddTicketResult> {
  if (session.token() === null) rememberReturnTo(paths.event(event.id));
  const result = await addTicket(api, cart, event, code);
  if (result.kind === 'added') tellCartChanged();
  return result;
}

/** The purchase does not need this answer, so the timeout is short. */
const FETCH_TIMEOUT_MS = 3_000;

/** The result of adding. `failed` carries the failure; it is shown as the server's message, else "Failed to add ticket to cart." */
type AddTicketResult =
  | { kind: 'added'; ticketId: number; heldUntil: string }
  | { kind: 'already_in_cart' }
  | { kind: 'no_price' }
  | { kind: 'failed'; error: unknown };

/**
 * Spec §4 and §5: refused while a ticket of the same event is in the cart or the event has no price; else the cart is fetched and one
 * ticket is added. The fetched cart replaces the browser's copy but does not decide about the purchase, and neither does a failed fetch. A
 * refusal by the server for the same reasons shows the same message.
 */
export async function addTicket(api: Api, cart: CartStore, event: EventView, code?: string): Promise<AddTicketResult> {
  if (cart.items().some(({ itemType, eventId }) => itemType === 'ticket' && eventId === event.id)) return { kind: 'already_in_cart' };
  if (code === undefined && typeof event.baskets[0]?.price !== 'number') return { kind: 'no_price' };
  try {
    cart.take(await api.cart.get({}, { timeoutMs: FETCH_TIMEOUT_MS }).catch(unlessLoginRequired));
    const quantity = DEFAULT_QUANTITY;
    const { ticketId, price, heldUntil } = await api.cart.addTicket({ eventId: event.id, quantity, ...(code !== undefined && { code }) });
    cart.add(
      itemOf(event, {
        eventId: event.id,
        ticketId,
        price,
        heldUntil,
        quantity,
        code: code ?? null,
        publicPrice: publicPriceOf(event),
      }),
    );
    return { kind: 'added', ticketId, heldUntil };
  } catch (error) {
    if (error instanceof ApiError && error.body.code === 'code_invalid') forgetPromoCode(event.id);
    return refusalOf(error);
  }
}

/** The present price of a place without a promo code. */
const publicPriceOf = ({ baskets: [ticketType] }: EventView): number | null =>
  ticketType && ticketType.available > 0 ? ticketType.price : null;

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
 * Fetches the cart, which replaces the browser's copy (spec §4). If the cart was changed here while the request ran, it is fetched again,
 * so that a removed line does not come back. @throws ApiError, TypeError when the answer is no cart
 */
export async function fetchCart(api: Api, cart: CartStore, options?: CallOptions): Promise<void> {
  const before = cart.changes();
  const answer: unknown = await api.cart.get({}, options);
  if (cart.changes() !== before) return fetchCart(api, cart, options);
  if (!cart.take(isObject(answer) ? answer : undefined)) throw new TypeError('This is no cart.');
}
