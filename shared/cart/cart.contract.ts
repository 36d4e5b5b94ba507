import { z } from 'zod';
import { TICKETS_PER_PERSON_MAX } from '#shared/constants.ts';
import { endpoint } from '#shared/contract.ts';
import { EventView } from '#shared/events/events.contract.ts';
import { empty, gel, jsonId, wireId, wireInteger, wireTime } from '#shared/wire.ts';

export const CartLineView = z.object({
  id: jsonId,
  eventId: jsonId,
  quantity: z.number().int().min(1),
  price: gel,
  /** With a promo code: the price of one place without it; null if nothing was sold without a code, or there is no code. */
  publicPrice: gel.nullable(),
  code: z.string().nullable(),
  heldUntil: wireTime,
  event: EventView,
});
export type CartLineView = z.infer<typeof CartLineView>;

/** An expired line: its places are free for everyone, at the current price. */
export const ExpiredLineView = z.object({
  eventId: jsonId,
  quantity: z.number().int().min(1),
  /** When a user who held places for half an hour may reserve again; null means at once. */
  againAt: wireTime.nullable(),
  event: EventView,
});
export type ExpiredLineView = z.infer<typeof ExpiredLineView>;

export const CartView = z.object({
  ticketItems: z.array(CartLineView),
  expiredItems: z.array(ExpiredLineView),
  /** The server's time of this answer: the countdown to `heldUntil` starts here, whatever the device's clock shows. */
  answeredAt: wireTime,
});
export type CartView = z.infer<typeof CartView>;

/** Longer than any promo code that a guest may type. */
const CODE_QUERY_MAX = 80;

export const cartContract = {
  get: endpoint('GET', '/Cart/my-cart', 'user', {
    summary: 'Get the caller’s cart: reserved tickets, and separately those whose reservation expired',
    output: CartView,
  }),
  addTicket: endpoint('POST', '/Cart/add-ticket', 'user', {
    summary: 'Add tickets to the cart and reserve them',
    query: z.object({
      eventId: wireId,
      quantity: wireInteger(1, TICKETS_PER_PERSON_MAX).optional(),
      code: z.string().max(CODE_QUERY_MAX).optional(),
    }),
    output: z.object({ ticketId: jsonId, price: gel, heldUntil: wireTime }),
    creates: true,
    errors: [
      'account_rejected',
      'banned',
      'code_invalid',
      'event_ended',
      'event_not_found',
      'hold_limit',
      'not_on_sale',
      'person_limit',
      'price_unavailable',
      'sold_out',
      'ticket_in_cart',
      'verified_only',
    ],
  }),
  updateTicket: endpoint('POST', '/Cart/update-ticket', 'user', {
    summary: 'Change the number of an event’s tickets in the cart',
    query: z.object({ eventId: wireId, quantity: wireInteger(1, TICKETS_PER_PERSON_MAX) }),
    output: z.object({ ticketId: jsonId, price: gel, heldUntil: wireTime, quantity: z.number().int() }),
    errors: [
      'account_rejected',
      'banned',
      'event_ended',
      'hold_expired',
      'not_on_sale',
      'payment_begun',
      'person_limit',
      'price_changed',
      'sold_out',
      'verified_only',
    ],
  }),
  removeTicket: endpoint('POST', '/Cart/remove-ticket', 'user', {
    summary: 'Remove an event’s tickets from the cart, if there are any',
    query: z.object({ eventId: wireId }),
    output: empty,
  }),
  checkout: endpoint('POST', '/Cart/checkout', 'user', {
    summary: 'Check out the cart; returns the address of the bank’s page, and when repeated the same open payment',
    output: z.object({ redirect: z.url() }),
    creates: true,
    errors: [
      'account_rejected',
      'bank_unavailable',
      'banned',
      'cart_changed',
      'cart_empty',
      'email_not_proved',
      'event_ended',
      'hold_expired',
      'not_on_sale',
      'payment_begun',
      'payment_may_come',
      'person_limit',
      'sold_out',
      'verified_only',
    ],
  }),
};
