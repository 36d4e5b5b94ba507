import { useSyncExternalStore } from 'react';
import type { EventView } from '#shared/events/event.views.ts';
import { paths } from '#shared/paths.ts';
import { api, session } from '#web/lib/browser-api.ts';
import { cartCount } from '#web/lib/cart-count.ts';
import { rememberWayBack } from '#web/lib/way-back.ts';
import { addTicket, type AddTicketResult } from './add-ticket.ts';
import { createCartStore, placesIn, type CartItem } from './cart-store.ts';

/** The cart of whoever is signed in in this browser. The number on the header's cart follows it. */
export const cart = createCartStore();

cart.subscribe(() => cartCount.set(placesIn(cart.items())));
session.subscribe(() => {
  if (session.token() !== null || cart.items().length === 0) return;
  cart.clear();
  cartCount.set(undefined);
});

const nothing: readonly CartItem[] = [];

export const useCartItems = (): readonly CartItem[] => useSyncExternalStore(cart.subscribe, cart.items, () => nothing);

/** What the Get Ticket button does. Whoever is not signed in is led to the login by the call itself, and finds the way back afterwards. */
export function addToCart(event: EventView): Promise<AddTicketResult> {
  if (session.token() === null) rememberWayBack(paths.event(event.id));
  return addTicket(api, cart, event);
}
