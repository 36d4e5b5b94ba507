import type { Api } from '#shared/api.ts';
import type { CartView, ExpiredLineView } from '#shared/cart/cart.contract.ts';
import { QUANTITY_DEBOUNCE_MS } from '#shared/constants.ts';
import { isObject } from '#shared/contract.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import type { CoverFacts } from '#shared/media/cover-state.ts';
import { toTetri } from '#shared/money.ts';
import type { Translate } from '#shared/translate.ts';
import { serverMessage } from '#web/lib/error-text.ts';

/** A line of the cart as the browser stores it (spec §3). It has both spellings of a name: the language may change while it is shown. */
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
  /** For the event's poster; without them the whole print is shown. */
  cover?: CoverFacts | undefined;
  date: string;
  /** GEL */
  price: number;
  /** With a promo code: the price of one place without it, and the code. */
  publicPrice: number | null;
  code: string | null;
  /** The present price of the event's ticket in GEL; null when it is unknown. */
  presentPrice: number | null;
  quantity: number;
  heldUntil: string | null;
  /** Each ticket belongs to one guest with an account. */
  namesRequired?: boolean | undefined;
};

/** Spec §4: a ticket always adds a line; any other item adds to the line with the same id. */
function withItem(items: readonly CartItem[], added: CartItem): CartItem[] {
  const isSameThing = (item: CartItem) => added.itemType === 'other' && item.itemType === 'other' && item.id === added.id;
  if (!items.some(isSameThing)) return [...items, added];
  return items.map((item) => (isSameThing(item) ? { ...item, quantity: item.quantity + added.quantity } : item));
}

/** Spec §4: an item leaves by its ticket id. */
const withoutTicket = (items: readonly CartItem[], ticketId: number): CartItem[] => items.filter((item) => item.ticketId !== ticketId);

/** Spec §4: the quantity changes by ticket id. */
const withQuantity = (items: readonly CartItem[], ticketId: number, quantity: number): CartItem[] =>
  items.map((item) => (item.ticketId === ticketId ? { ...item, quantity } : item));

export const placesIn = (items: readonly CartItem[]): number => items.reduce((sum, { quantity }) => sum + quantity, 0);

type Sums = { subtotalTetri: number; discountTetri: number };

/** Spec §2: the sum of the lines without promo codes, and the discount with them. A code that opens a dearer ticket type is no discount. */
export function sumsOf(items: readonly CartItem[]): Sums {
  const sum = (of: (item: CartItem) => number) => items.reduce((total, item) => total + toTetri(of(item)) * item.quantity, 0);
  const subtotalTetri = sum(({ price, publicPrice }) => Math.max(price, publicPrice ?? price));
  return { subtotalTetri, discountTetri: subtotalTetri - sum(({ price }) => price) };
}

type Line = Pick<CartItem, 'eventId' | 'ticketId' | 'quantity'> & Partial<Pick<CartItem, 'price' | 'publicPrice' | 'code' | 'heldUntil'>>;

/**
 * A ticket as a line of the cart. Fields that the specification does not name (spec §3) may be missing: then the price is that of the first
 * ticket type.
 */
export function itemOf(event: Partial<EventView>, { eventId, ticketId, quantity, price, publicPrice, code, heldUntil }: Line): CartItem {
  const { name = '', nameLat = '', description = '', descriptionLat = '', eventPhotoUrl, startDate = '', baskets, namesRequired } = event;
  return {
    id: ticketId,
    itemType: 'ticket',
    ticketId,
    eventId,
    eventName: name,
    eventNameLat: nameLat,
    description,
    descriptionLat,
    image: eventPhotoUrl ?? null,
    cover: coverOf(event),
    date: startDate,
    price: price ?? baskets?.[0]?.price ?? 0,
    publicPrice: publicPrice ?? null,
    code: code ?? null,
    presentPrice: baskets?.[0]?.price ?? null,
    quantity,
    heldUntil: heldUntil ?? null,
    namesRequired,
  };
}

function coverOf({ startDate, endDate, isCancelled = false, soldTenths, baskets }: Partial<EventView>): CoverFacts | undefined {
  if (startDate === undefined || endDate === undefined || soldTenths === undefined || baskets === undefined) return undefined;
  return { startDate, endDate, isCancelled, soldTenths, baskets };
}

/** Returns the lines of a fetched cart; undefined when the answer is no cart. */
export function itemsIn(cart: Partial<CartView> | undefined): CartItem[] | undefined {
  if (!Array.isArray(cart?.ticketItems) || !cart.ticketItems.every(isLine)) return undefined;
  return cart.ticketItems.map(({ id: ticketId, event, ...line }) => itemOf(event, { ticketId, ...line }));
}

const isLine = (line: unknown): boolean => isObject(line) && 'event' in line && isObject(line.event);

export type CartStore = ReturnType<typeof createCartStore>;

/** The browser's copy of the cart; every fetch replaces it with the server's. */
export function createCartStore(deviceNow?: () => number) {
  let items: readonly CartItem[] = [];
  let expired: readonly ExpiredLineView[] = [];
  let changes = 0;
  const clock = createServerClock(deviceNow);
  const listeners = new Set<() => void>();
  const put = (next: readonly CartItem[], nextExpired = expired): void => {
    items = next;
    expired = nextExpired;
    for (const listener of listeners) listener();
  };
  const change = (next: readonly CartItem[], nextExpired?: readonly ExpiredLineView[]): void => {
    changes += 1;
    put(next, nextExpired);
  };
  return {
    items: () => items,
    /** Lines whose hold has expired: they hold no place and are not counted. */
    expired: () => expired,
    /** The server's time, in ms. */
    now: clock.now,
    /** How often the cart was changed here: an answer requested before a change is out of date. */
    changes: () => changes,
    add: (item: CartItem) => change(withItem(items, item), withoutEvent(expired, item.eventId)),
    remove: (ticketId: number) => change(withoutTicket(items, ticketId)),
    forget: (eventId: number) => change(items, withoutEvent(expired, eventId)),
    setQuantity: (ticketId: number, quantity: number) => change(withQuantity(items, ticketId, quantity)),
    clear: () => change([], []),
    replaceAll: (next: readonly CartItem[]) => put(next),
    /** Replaces everything with the server's answer. Returns false, with nothing changed, when the answer is no cart. */
    take(answer: Partial<CartView> | undefined): boolean {
      const fetched = itemsIn(answer);
      if (!fetched) return false;
      if (answer?.answeredAt !== undefined) clock.set(answer.answeredAt);
      put(fetched, Array.isArray(answer?.expiredItems) ? answer.expiredItems : []);
      return true;
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const withoutEvent = (expired: readonly ExpiredLineView[], eventId: number): ExpiredLineView[] =>
  expired.filter((line) => line.eventId !== eventId);

/**
 * Estimates the server's clock: its last known time plus the time since then by the device's clock, which may be wrong but must run. Before
 * the first answer it is the device's clock.
 */
export function createServerClock(deviceNow: () => number = Date.now) {
  let aheadMs = 0;
  return {
    /** Sets the clock from the server's present time in an answer that has just arrived. */
    set: (answeredAt: string): void => {
      const answeredMs = Date.parse(answeredAt);
      if (!Number.isNaN(answeredMs)) aheadMs = answeredMs - deviceNow();
    },
    now: (): number => deviceNow() + aheadMs,
  };
}

type QuantityUpdateParts = { api: Api; cart: CartStore; toast: { error(text: string): void }; t: Translate };
type ChangedLine = Pick<CartItem, 'ticketId' | 'eventId'>;

/**
 * Spec §7: changes the quantity of a line. The cart shows it at once; the request is sent 500 ms after the last change, line by line. If
 * the server refuses, the line returns to the last accepted quantity and a toast says so (spec §8). No control uses it (spec §4).
 */
export function createQuantityUpdate({ api, cart, toast, t }: QuantityUpdateParts) {
  const waiting = new Map<number, { timer: ReturnType<typeof setTimeout>; agreed: number }>();

  return ({ ticketId, eventId }: ChangedLine, quantity: number): void => {
    const before = waiting.get(ticketId);
    const agreed = before?.agreed ?? cart.items().find((item) => item.ticketId === ticketId)?.quantity ?? quantity;
    clearTimeout(before?.timer);
    cart.setQuantity(ticketId, quantity);
    const send = () => {
      waiting.delete(ticketId);
      api.cart.updateTicket({ eventId, quantity }).catch((error: unknown) => {
        if (!waiting.has(ticketId)) cart.setQuantity(ticketId, agreed);
        toast.error(serverMessage(error, t('cart:update_failed'), t));
      });
    };
    waiting.set(ticketId, { timer: setTimeout(send, QUANTITY_DEBOUNCE_MS), agreed });
  };
}
