import { expect, test } from 'vitest';
import { createApi } from '#shared/api.ts';
import { eventView } from '#tests/factories/event-view.ts';
import { createCartStore } from './cart-store.ts';
import { fetchCart } from './cart.ts';

const heldUntil = '2026-11-20T18:15:00+04:00';
const line = (id: number) => ({
  id,
  eventId: id,
  quantity: 1,
  price: 40,
  publicPrice: null,
  code: null,
  heldUntil,
  event: eventView({ id }),
});
const answer = (...ids: number[]) => ({ ticketItems: ids.map(line), expiredItems: [], answeredAt: '2026-11-20T18:00:00+04:00' });

/** A server that gives these answers in turn; `meanwhile` runs before each. */
function answering(bodies: unknown[], meanwhile: () => void = () => undefined) {
  let calls = 0;
  const api = createApi(async () => {
    meanwhile();
    return { status: 200, body: bodies[calls++] };
  });
  return { api, calls: () => calls };
}

test('a fetched cart replaces all the browser knew: lines, those that ran out, and the time', async () => {
  const cart = createCartStore(() => 0);
  cart.replaceAll([]);
  const expiredItems = [{ eventId: 9, quantity: 2, againAt: null, event: eventView({ id: 9 }) }];
  const { api } = answering([{ ...answer(5), expiredItems }, answer(6)]);
  await fetchCart(api, cart);
  expect(cart.items()).toMatchObject([{ ticketId: 5, eventId: 5, price: 40, heldUntil }]);
  expect(cart.expired()).toEqual(expiredItems);
  expect(new Date(cart.now())).toEqual(new Date('2026-11-20T18:00:00+04:00'));
  await fetchCart(api, cart);
  expect(cart.items()).toMatchObject([{ ticketId: 6 }]);
  expect(cart.expired()).toEqual([]);
});

test('a line that is removed while the cart is fetched does not come back', async () => {
  const cart = createCartStore();
  cart.take(answer(1, 2));
  let isRemoved = false;
  const { api, calls } = answering([answer(1, 2), answer(2)], () => {
    if (!isRemoved) cart.remove(1);
    isRemoved = true;
  });
  await fetchCart(api, cart);
  expect(cart.items().map(({ ticketId }) => ticketId)).toEqual([2]);
  expect(calls()).toBe(2);
});

const bareLine = { id: 5, eventId: 3, quantity: 1 };
test.each([[undefined], [null], ['cart'], [[]], [{}], [{ ticketItems: 7 }], [{ ticketItems: [bareLine] }]])(
  '%j is no cart, and changes nothing',
  async (body) => {
    const cart = createCartStore();
    cart.take(answer(1));
    await expect(fetchCart(answering([body]).api, cart)).rejects.toThrow(TypeError);
    expect(cart.items()).toHaveLength(1);
  },
);

test('a ticket that is added takes the place of the line that ran out; one that is forgotten goes', () => {
  const cart = createCartStore();
  const expired = (eventId: number) => ({ eventId, quantity: 1, againAt: null, event: eventView({ id: eventId }) });
  cart.take({ ...answer(), expiredItems: [expired(7), expired(8)] });
  const added = createCartStore();
  added.take(answer(7));
  const [item] = added.items();
  if (item) cart.add(item);
  expect(cart.expired().map(({ eventId }) => eventId)).toEqual([8]);
  cart.forget(8);
  expect(cart.expired()).toEqual([]);
  expect(cart.items()).toHaveLength(1);
});
