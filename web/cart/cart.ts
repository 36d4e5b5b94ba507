import { useSyncExternalStore } from 'react';
import type { ExpiredLineView } from '#shared/cart/cart.contract.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { paths } from '#shared/paths.ts';
import { api, session } from '#web/lib/browser-api.ts';
import { cartCount } from '#web/lib/cart-count.ts';
import { onCartElsewhere, tellCartChanged } from '#web/lib/cart-changes.ts';
import { rememberReturnTo } from '#web/lib/return-to.ts';
import { addTicket, type AddTicketResult } from './add-ticket.ts';
import { createCartStore, placesIn, type CartItem } from './cart-store.ts';
import { fetchCart } from './fetch-cart.ts';

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
