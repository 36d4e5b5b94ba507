import { expect, test } from 'vitest';
import { MINUTE_MS } from '#shared/durations.ts';
import { eventView } from '#tests/factories/event-view.ts';
import { type CartItem, createCartStore, createServerClock, itemOf, itemsIn, sumsOf } from './cart-store.ts';

const ticket = (ticketId: number, fields: Partial<CartItem> = {}): CartItem => ({
  id: ticketId,
  itemType: 'ticket',
  ticketId,
  eventId: 7,
  eventName: 'ღამე',
  eventNameLat: 'Night',
  description: '',
  descriptionLat: '',
  image: null,
  date: '2026-11-21T23:00:00+04:00',
  price: 40,
  publicPrice: null,
  code: null,
  presentPrice: 40,
  quantity: 1,
  heldUntil: null,
  ...fields,
});
const other = (id: number, quantity: number): CartItem => ticket(0, { id, itemType: 'other', quantity });

test('every ticket is a line of its own, also for the same event [§3.cart-item §4.cart-lines]', () => {
  const cart = createCartStore();
  cart.add(ticket(1));
  cart.add(ticket(2));
  expect(cart.items().map(({ ticketId, quantity }) => [ticketId, quantity])).toEqual([
    [1, 1],
    [2, 1],
  ]);
});

test('a line shows as much of the poster as its event', () => {
  const event = eventView({ soldTenths: 4 });
  const line = { eventId: 7, ticketId: 1, quantity: 1 };
  expect(itemOf(event, line).cover).toMatchObject({ soldTenths: 4, startDate: event.startDate });
  expect(itemOf({ name: 'ღამე' }, line).cover).toBeUndefined();
});

test('other items with the same id merge by adding quantities [§4.cart-lines]', () => {
  const cart = createCartStore();
  cart.add(other(5, 2));
  cart.add(other(6, 1));
  cart.add(other(5, 3));
  expect(cart.items().map(({ id, quantity }) => [id, quantity])).toEqual([
    [5, 5],
    [6, 1],
  ]);
});

test('an other item never merges with a ticket of the same id', () => {
  const cart = createCartStore();
  cart.add(ticket(5));
  cart.add(other(5, 1));
  expect(cart.items()).toHaveLength(2);
});

test('a line leaves and changes its quantity by ticket id [§4.cart]', () => {
  const cart = createCartStore();
  cart.replaceAll([ticket(1), ticket(2), ticket(3)]);
  cart.remove(2);
  cart.setQuantity(3, 4);
  cart.remove(99);
  expect(cart.items().map(({ ticketId, quantity }) => [ticketId, quantity])).toEqual([
    [1, 1],
    [3, 4],
  ]);
});

test('clearing empties the cart and a fetch replaces all of it [§4.cart]', () => {
  const cart = createCartStore();
  cart.add(ticket(1));
  cart.replaceAll([ticket(8), ticket(9)]);
  expect(cart.items().map(({ ticketId }) => ticketId)).toEqual([8, 9]);
  cart.clear();
  expect(cart.items()).toEqual([]);
});

test('a listener hears every change until it stops', () => {
  const cart = createCartStore();
  const heard: number[] = [];
  const stop = cart.subscribe(() => heard.push(cart.items().length));
  cart.add(ticket(1));
  cart.add(ticket(2));
  stop();
  cart.clear();
  expect(heard).toEqual([1, 2]);
});

test('the subtotal is whole tetri, without the faults of adding fractions', () => {
  const items = [ticket(1, { price: 0.1 }), ticket(2, { price: 0.2, quantity: 3 })];
  expect(sumsOf(items)).toEqual({ subtotalTetri: 70, discountTetri: 0 });
});

test('the discount is what the lines cost less with their codes; a dearer place is none [§2.discount §9.discount]', () => {
  const opened = ticket(1, { price: 25, publicPrice: 40, code: 'FRIENDS', quantity: 2 });
  const dearer = ticket(2, { price: 60, publicPrice: 40, code: 'SUPPORT' });
  const alone = ticket(3, { price: 25, code: 'PRESALE' });
  expect(sumsOf([opened, dearer, alone, ticket(4)])).toEqual({ subtotalTetri: 20_500, discountTetri: 3_000 });
});

test('a cart with the fields of the specification alone is one: the price is that of the first ticket type, and no time runs', () => {
  const event = { nameLat: 'Night', descriptionLat: 'All night', eventPhotoUrl: null, startDate: '2026-11-21T23:00:00+04:00' };
  const ticketItems = [{ id: 5, eventId: 3, quantity: 2, event: { ...event, baskets: [{ id: 1, price: 40 }] } }];
  // JSON.parse returns `any`.
  const [item] = itemsIn(JSON.parse(JSON.stringify({ ticketItems }))) ?? [];
  expect(item).toMatchObject({ ticketId: 5, eventId: 3, price: 40, quantity: 2, heldUntil: null, eventName: '', eventNameLat: 'Night' });
});

test.each([
  ['right', '2026-11-20T18:00:00+04:00'],
  ['three hours ahead', '2026-11-20T21:00:00+04:00'],
  ['years behind', '2019-01-01T00:00:00Z'],
])('on a device whose clock is %s it shows the server’s time and goes on', (_, shown) => {
  let device = Date.parse(shown);
  const clock = createServerClock(() => device);
  clock.set('2026-11-20T18:00:00+04:00');
  device += 5 * MINUTE_MS;
  expect(new Date(clock.now())).toEqual(new Date('2026-11-20T18:05:00+04:00'));
});

test('a device clock that is corrected meanwhile is compensated by the next answer', () => {
  let device = Date.parse('2026-11-20T18:00:00+04:00');
  const clock = createServerClock(() => device);
  clock.set('2026-11-20T18:00:00+04:00');
  device -= 60 * MINUTE_MS;
  clock.set('2026-11-20T18:01:00+04:00');
  expect(new Date(clock.now())).toEqual(new Date('2026-11-20T18:01:00+04:00'));
});

test('before an answer, or after one without a time, it is the device’s', () => {
  const clock = createServerClock(() => 42);
  expect(clock.now()).toBe(42);
  clock.set('soon');
  expect(clock.now()).toBe(42);
});
