import { expect, test } from 'vitest';
import { contract, createApi } from './api.ts';
import { urlOf, type ApiRequest } from './contract.ts';
import { ApiError } from './errors.ts';

test('parameters fill the path and the rest becomes the query', () => {
  expect(urlOf({ path: '/Events/:id' }, { id: 7 })).toBe('/api/Events/7');
  expect(urlOf({ path: '/Cart/add-ticket' }, { eventId: 7, quantity: 1, body: 'x' })).toBe('/api/Cart/add-ticket?eventId=7&quantity=1');
  expect(urlOf({ path: '/Events/:id' }, { id: '../admin?x' })).toBe('/api/Events/..%2Fadmin%3Fx');
  expect(urlOf({ path: '/Events/PastEvents' }, { before: undefined })).toBe('/api/Events/PastEvents');
});

test('the typed client sends method, address, body and access of the contract', async () => {
  const sent: ApiRequest[] = [];
  const api = createApi(async (request) => {
    sent.push(request);
    return { status: 200, body: { accessToken: 'x' } };
  });
  expect(await api.accounts.login({ body: { email: 'a@b.ge', password: 'secret' } })).toEqual({ accessToken: 'x' });
  expect(sent[0]).toMatchObject({ method: 'POST', url: '/api/auth/login', access: 'public', body: { email: 'a@b.ge' } });
});

test('a refusal becomes an ApiError with its body, silence one with status 0', async () => {
  const refused = createApi(async () => ({ status: 409, body: { message: 'Sold out', code: 'sold_out' } }));
  await expect(refused.events.get({ id: 1 })).rejects.toMatchObject({ status: 409, body: { code: 'sold_out' } });
  const silent = createApi(async () => {
    throw new TypeError('fetch failed');
  });
  const failure = await silent.events.list().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ status: 0 });
});

test.each([
  ['Invalid or tampered QR code!', 'code_tampered'],
  ['You already have a ticket for this event in your cart.', 'ticket_in_cart'],
  ['Ticket price is currently not available. Cannot add to cart.', 'price_unavailable'],
  ['Your cart is empty. Please add items to your cart before checking out.', 'cart_empty'],
  ['Your cart is empty.', undefined],
])('a refusal that says "%s" alone has the code %s', async (message, code) => {
  const { cart } = createApi(async () => ({ status: 400, body: { message } }));
  const refusal: unknown = await cart.checkout().catch((error: unknown) => error);
  expect(refusal instanceof ApiError && refusal.body).toEqual(code === undefined ? { message } : { message, code });
});

test('no two calls share a method and an address', () => {
  const calls = Object.values(contract).flatMap((verbs) =>
    Object.values(verbs).map(({ method, path }) => `${method} ${path.toLowerCase()}`),
  );
  expect(new Set(calls).size).toBe(calls.length);
});

test('every call of the specification is there, under its own spelling and for the right people [§6.anonymous §7.all]', () => {
  const calls = Object.values(contract).flatMap((verbs) =>
    Object.values(verbs).map(({ method, path, access }) => `${method} ${path} ${access}`),
  );
  expect(calls).toEqual(
    expect.arrayContaining([
      'GET /Events public',
      'GET /SoonEvents public',
      'GET /Events/PastEvents public',
      'GET /Events/:id public',
      'GET /Cart/my-cart user',
      'POST /Cart/add-ticket user',
      'POST /Cart/update-ticket user',
      'POST /Cart/remove-ticket user',
      'POST /Cart/checkout user',
      'POST /auth/register public',
      'POST /auth/login public',
      'POST /auth/refresh public',
      'POST /auth/request-password-reset public',
      'POST /Auth/reset-password public',
      'GET /auth/me user',
      'PUT /auth/me user',
      'POST /auth/logout public',
      'GET /Tickets/my-tickets user',
      'GET /users/me user',
      'GET /users/GetUserbyId/:id door.run',
      'POST /QRCode/scan door.run',
      'POST /email/ClientContactToEmail public',
      'POST /email/DJRequest public',
      'GET /google-drive/images public',
      'GET /countries/codes public',
    ]),
  );
});
