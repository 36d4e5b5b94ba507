import type { CartView } from '#shared/cart/cart.contract.ts';
import type { EventView } from '#shared/events/event.views.ts';
import { toTetri } from '#shared/money.ts';

/** A line of the cart as the browser keeps it (spec §3). Both spellings of a name are kept: the language may change while it is shown. */
export type CartItem = {
  id: number;
  itemType: 'ticket' | 'other';
  ticketId: number;
  eventId: number;
  eventName: string;
  eventNameLat: string;
  description: string;
  descriptionLat: string;
  image: string | null;
  date: string;
  /** GEL */
  price: number;
  quantity: number;
  heldUntil: string | null;
};

/** Spec §4: a ticket is always a line of its own; any other item adds to the line with the same id. */
export function withItem(items: readonly CartItem[], added: CartItem): CartItem[] {
  const isSameThing = (item: CartItem) => added.itemType === 'other' && item.itemType === 'other' && item.id === added.id;
  if (!items.some(isSameThing)) return [...items, added];
  return items.map((item) => (isSameThing(item) ? { ...item, quantity: item.quantity + added.quantity } : item));
}

/** Spec §4: an item leaves by its ticket id. */
export const withoutTicket = (items: readonly CartItem[], ticketId: number): CartItem[] =>
  items.filter((item) => item.ticketId !== ticketId);

/** Spec §4: the quantity changes by ticket id. */
export const withQuantity = (items: readonly CartItem[], ticketId: number, quantity: number): CartItem[] =>
  items.map((item) => (item.ticketId === ticketId ? { ...item, quantity } : item));

export const placesIn = (items: readonly CartItem[]): number => items.reduce((sum, { quantity }) => sum + quantity, 0);

export const subtotalTetri = (items: readonly CartItem[]): number =>
  items.reduce((sum, { price, quantity }) => sum + toTetri(price) * quantity, 0);

/** A ticket that was just put into the cart. */
export function itemOf(event: EventView, line: { ticketId: number; price: number; heldUntil: string; quantity: number }): CartItem {
  const { id: eventId, name, nameLat, description, descriptionLat, eventPhotoUrl, startDate } = event;
  const names = { eventName: name, eventNameLat: nameLat, description, descriptionLat };
  return { ...names, ...line, id: line.ticketId, itemType: 'ticket', eventId, image: eventPhotoUrl, date: startDate };
}

/** The lines of a fetched cart; nothing when what came is no cart. */
export function itemsIn(cart: Partial<CartView> | undefined): CartItem[] | undefined {
  if (!Array.isArray(cart?.ticketItems)) return undefined;
  return cart.ticketItems.map(({ id, price, heldUntil, quantity, event }) => itemOf(event, { ticketId: id, price, heldUntil, quantity }));
}

export type CartStore = ReturnType<typeof createCartStore>;

/** The cart the browser knows of; the server's is the true one and replaces it with every fetch. */
export function createCartStore() {
  let items: readonly CartItem[] = [];
  const listeners = new Set<() => void>();
  const put = (next: readonly CartItem[]): void => {
    items = next;
    for (const listener of listeners) listener();
  };
  return {
    items: () => items,
    add: (item: CartItem) => put(withItem(items, item)),
    remove: (ticketId: number) => put(withoutTicket(items, ticketId)),
    setQuantity: (ticketId: number, quantity: number) => put(withQuantity(items, ticketId, quantity)),
    clear: () => put([]),
    replaceAll: (next: readonly CartItem[]) => put(next),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
