import type { Api } from '#shared/api.ts';
import { QUANTITY_DEBOUNCE_MS } from '#shared/constants.ts';
import type { Translate } from '#web/lib/i18n.ts';
import { serverMessage } from '#web/lib/error-text.ts';
import type { CartItem, CartStore } from './cart-store.ts';

type QuantityUpdateParts = { api: Api; cart: CartStore; toast: { error(text: string): void }; t: Translate };
type Line = Pick<CartItem, 'ticketId' | 'eventId'>;

/**
 * Spec §7: changes the quantity of a line. The cart shows it at once; the request is sent 500 ms after the last change, line by line. If
 * the server refuses, the line returns to the last accepted quantity and a toast says so (spec §8). No control uses it (spec §4).
 */
export function createQuantityUpdate({ api, cart, toast, t }: QuantityUpdateParts) {
  const waiting = new Map<number, { timer: ReturnType<typeof setTimeout>; agreed: number }>();

  return ({ ticketId, eventId }: Line, quantity: number): void => {
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
