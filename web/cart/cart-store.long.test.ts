import { expect, test, vi } from 'vitest';
import { createApi } from '#shared/api.ts';
import { createEvent } from '#tests/factories/events.ts';
import { createUser } from '#tests/factories/users.ts';
import { fetchFrom, startTestApp } from '#tests/setup/app.ts';
import { siteTranslator } from '#tests/setup/show.tsx';
import { createCartStore, createQuantityUpdate } from './cart-store.ts';
import { fetchCart } from './cart.ts';

/** A guest with one place in the cart; the requests go over real HTTP and are recorded. */
async function openCart() {
  const app = await startTestApp();
  const { id: eventId } = await createEvent(app.ctx, { allocation: 3 });
  const { accessToken } = await createUser(app.ctx);
  await app.api(accessToken).cart.addTicket({ eventId });
  const calls: string[] = [];
  const send = fetchFrom(app.url, accessToken);
  const api = createApi((request) => {
    calls.push(`${request.method} ${request.url}`);
    return send(request);
  });
  const cart = createCartStore();
  await fetchCart(api, cart);
  const [item] = cart.items();
  if (!item) throw new Error('The cart is empty.');
  const said: string[] = [];
  const toast = { error: (text: string) => void said.push(text) };
  const update = createQuantityUpdate({ api, cart, toast, t: siteTranslator().t });
  const updates = () => calls.filter((call) => call.includes('update-ticket'));
  const quantity = () => cart.items()[0]?.quantity;
  return { app, api, cart, item, update, updates, quantity, said, eventId };
}

test('many changes in a row are one call, with the last of them [§7.update-helper §9.debounce]', async () => {
  const { api, item, update, updates, quantity, said, eventId } = await openCart();
  for (const places of [2, 3, 1, 2]) {
    update(item, places);
    expect(quantity()).toBe(places);
  }
  await vi.waitUntil(async () => (await api.cart.get()).ticketItems[0]?.quantity === 2, { timeout: 5_000 });
  expect(updates()).toEqual([`POST /api/Cart/update-ticket?eventId=${eventId}&quantity=2`]);
  expect(said).toEqual([]);
});

test('a change that the server refuses is taken back and said in a toast [§7.update-helper §8.quantity]', async () => {
  const { item, update, updates, quantity, said } = await openCart();
  update(item, 2);
  update(item, 4);
  await vi.waitUntil(() => said.length > 0, { timeout: 5_000 });
  expect(said).toEqual(['This event is sold out.']);
  expect(updates()).toHaveLength(1);
  expect(quantity()).toBe(1);
});

test('a change without an answer is taken back, too [§8.quantity]', async () => {
  const { app, item, update, quantity, said } = await openCart();
  update(item, 2);
  await app.http.close();
  await vi.waitUntil(() => said.length > 0, { timeout: 5_000 });
  expect(said).toEqual(['We couldn’t change the number of tickets. Try again.']);
  expect(quantity()).toBe(1);
});
