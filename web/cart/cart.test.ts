import { expect, test } from 'vitest';
import { createApi } from '#shared/api.ts';
import type { ApiResponse } from '#shared/contract.ts';
import type { EventView } from '#shared/events/events.contract.ts';
import { eventView } from '#tests/factories/event-view.ts';
import { addTicket } from './cart.ts';
import { createCartStore } from './cart-store.ts';

const heldUntil = '2026-11-20T18:15:00+04:00';
const event = (price: number | null = 40): EventView =>
  eventView({ baskets: [{ id: 1, name: 'შესვლა', nameLat: 'Entry', price, available: 10, onSaleFrom: null, onSaleUntil: null }] });

/** A server with fixed answers that records its requests. */
function answering(answers: Record<string, ApiResponse>) {
  const calls: string[] = [];
  const api = createApi(async ({ method, url }) => {
    calls.push(`${method} ${url}`);
    return answers[url.split('?')[0] ?? ''] ?? { status: 200, body: { ticketItems: [] } };
  });
  return { api, calls };
}
const added = { status: 200, body: { ticketId: 31, price: 45, heldUntil } };

test('the cart is fetched first, then one ticket is added, at the price the server holds [§4.add-ticket §9.quantity]', async () => {
  const { api, calls } = answering({ '/api/Cart/add-ticket': added });
  const cart = createCartStore();
  expect(await addTicket(api, cart, event())).toEqual({ kind: 'added', ticketId: 31, heldUntil });
  expect(calls).toEqual(['GET /api/Cart/my-cart', 'POST /api/Cart/add-ticket?eventId=7&quantity=1']);
  expect(cart.items()).toMatchObject([{ ticketId: 31, eventId: 7, price: 45, quantity: 1, itemType: 'ticket', eventNameLat: 'Night' }]);
});

test.each([{}, null, { ticketItems: [null] }, { ticketItems: [{ id: 5, eventId: 3, quantity: 1 }] }])(
  'a cart that cannot be read (%j) keeps nobody from adding [§4.add-ticket]',
  async (body) => {
    const { api } = answering({ '/api/Cart/my-cart': { status: 200, body }, '/api/Cart/add-ticket': added });
    expect(await addTicket(api, createCartStore(), event())).toMatchObject({ kind: 'added' });
  },
);

test('the fetched cart replaces the one the browser knows, the new ticket comes after it', async () => {
  const ticketItems = [{ id: 5, eventId: 3, quantity: 1, price: 30, heldUntil, event: { ...event(), id: 3 } }];
  const { api } = answering({ '/api/Cart/my-cart': { status: 200, body: { ticketItems } }, '/api/Cart/add-ticket': added });
  const cart = createCartStore();
  await addTicket(api, cart, event());
  expect(cart.items().map(({ ticketId, eventId }) => [ticketId, eventId])).toEqual([
    [5, 3],
    [31, 7],
  ]);
});

test('a second ticket for the same event is refused before anything is sent', async () => {
  const { api, calls } = answering({ '/api/Cart/add-ticket': added });
  const cart = createCartStore();
  await addTicket(api, cart, event());
  expect(await addTicket(api, cart, event())).toEqual({ kind: 'already_in_cart' });
  expect(calls).toHaveLength(2);
});

test('an event without a price is refused before anything is sent [§5.no-price]', async () => {
  const { api, calls } = answering({});
  expect(await addTicket(api, createCartStore(), event(null))).toEqual({ kind: 'no_price' });
  expect(await addTicket(api, createCartStore(), { ...event(), baskets: [] })).toEqual({ kind: 'no_price' });
  expect(calls).toEqual([]);
});

test('a free ticket has a price: zero', async () => {
  const { api } = answering({ '/api/Cart/add-ticket': { status: 200, body: { ticketId: 1, price: 0, heldUntil } } });
  expect(await addTicket(api, createCartStore(), event(0))).toMatchObject({ kind: 'added' });
});

test('the server knows of a ticket that this tab does not: the refusal is the same', async () => {
  const { api } = answering({ '/api/Cart/add-ticket': { status: 409, body: { code: 'ticket_in_cart', message: 'x' } } });
  expect(await addTicket(api, createCartStore(), event())).toEqual({ kind: 'already_in_cart' });
});

test.each([
  ['You already have a ticket for this event in your cart.', 'already_in_cart'],
  ['Ticket price is currently not available. Cannot add to cart.', 'no_price'],
  ['You already have a ticket.', 'failed'],
])('a server that says "%s" without a code is understood as %s', async (message, kind) => {
  const { api } = answering({ '/api/Cart/add-ticket': { status: 400, body: { message } } });
  expect(await addTicket(api, createCartStore(), event())).toMatchObject({ kind });
});

test('any other failure is handed on, and the cart stays as it was', async () => {
  const { api } = answering({ '/api/Cart/add-ticket': { status: 409, body: { code: 'sold_out', message: 'Sold out.' } } });
  const cart = createCartStore();
  expect(await addTicket(api, cart, event())).toMatchObject({ kind: 'failed', error: { status: 409, body: { code: 'sold_out' } } });
  expect(cart.items()).toEqual([]);
});

test.each([500, 503, 429])('a cart that could not be fetched (%i) does not stop the adding [§4.add-ticket]', async (status) => {
  const { api, calls } = answering({ '/api/Cart/my-cart': { status, body: { message: 'x' } }, '/api/Cart/add-ticket': added });
  expect(await addTicket(api, createCartStore(), event())).toMatchObject({ kind: 'added' });
  expect(calls).toHaveLength(2);
});

test('a visitor who must log in first adds nothing', async () => {
  const { api, calls } = answering({ '/api/Cart/my-cart': { status: 401, body: { message: 'x' } } });
  expect(await addTicket(api, createCartStore(), event())).toMatchObject({ kind: 'failed', error: { status: 401 } });
  expect(calls).toEqual(['GET /api/Cart/my-cart']);
});

test('an answer without a price leaves the price that was shown', async () => {
  const { api } = answering({ '/api/Cart/add-ticket': { status: 200, body: { ticketId: 31 } } });
  const cart = createCartStore();
  expect(await addTicket(api, cart, event(40))).toMatchObject({ kind: 'added', ticketId: 31 });
  expect(cart.items()).toMatchObject([{ ticketId: 31, price: 40, heldUntil: null }]);
});
